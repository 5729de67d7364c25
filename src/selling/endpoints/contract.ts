import { z } from 'zod'
import { eventTypes } from '#foundation/events/event-types.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { requiredLine, requiredText, uuid } from '#foundation/http/input/fields.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { thinEvent } from '#selling/events/contract.ts'
import { deliveryStates } from '#selling/sent-events/contract.ts'

/** Per shop. */
export const mostEndpoints = 10

const endpointFields = z.object({
  name: requiredLine(60),
  url: requiredText(2_000).overwrite(plainWebAddress),
  /** The event types to send. If empty, all types, including future ones. */
  types: z.array(z.enum(eventTypes)).max(eventTypes.length),
  /** Only events of these forms, or null for all. */
  formIds: z.array(uuid).min(1).max(100).nullable(),
  /** Whether events contain only ids, without the buyers' data. */
  isThin: z.boolean(),
})
export type EndpointFields = z.output<typeof endpointFields>

/**
 * A URL that receives events. - `state`: `new` until it has echoed a challenge; `failing` after ten failures in a row.
 * - `offReason`: who or what turned it off; null unless it is off.
 * - `waiting`: events to be sent; `missed`: events given up, or that happened while it was off. Counted up to 10,000.
 * - `hours`: the last attempts of the last 24 hours, by the hour in which they were made.
 */
export const endpoint = endpointFields.extend({
  id: z.string(),
  state: z.enum(['new', 'on', 'failing', 'off']),
  offReason: z.enum(['seller', 'gone', 'failing', 'never_answered']).nullable(),
  failingSince: z.string().nullable(),
  succeededAt: z.string().nullable(),
  /** How long the previous secret is also used to sign, or null if there is none. */
  oldSecretUntil: z.string().nullable(),
  createdAt: z.string(),
  waiting: z.number().int(),
  missed: z.number().int(),
  hours: z.array(z.object({ at: z.string(), delivered: z.number().int(), failed: z.number().int() })),
})
export type Endpoint = z.output<typeof endpoint>

/** An endpoint with a new secret, which is shown only this once. */
export const endpointWithSecret = z.object({ endpoint, secret: z.string() })
export type EndpointWithSecret = z.output<typeof endpointWithSecret>

/** The response to a call. `status` is 0 if there was none, because of `failure`. `took` is in milliseconds. */
export const callResult = z.object({
  isAnswered: z.boolean(),
  status: z.number().int(),
  failure: z.string().nullable(),
  took: z.number().int(),
  answer: z.string(),
})
export type CallResult = z.output<typeof callResult>

export const delivery = z.object({
  event: thinEvent,
  state: z.enum(deliveryStates),
  /** When the next attempt is made, or null if there is none. */
  nextAttemptAt: z.string().nullable(),
  /** Oldest first. */
  tries: z.array(
    z.object({
      at: z.string(),
      status: z.number().int(),
      failure: z.string().nullable(),
      took: z.number().int(),
    }),
  ),
})
export type Delivery = z.output<typeof delivery>

export const deliveryDetail = delivery.extend({
  /** The body as it would be sent now. */
  request: z.string(),
  /** The beginning of the last response, or null before the first one. */
  answer: z.string().nullable(),
})
export type DeliveryDetail = z.output<typeof deliveryDetail>

const deliveryQuery = z.object({
  state: z.enum(deliveryStates).optional(),
  /** The `sequence` of the last row of the previous page. */
  before: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type DeliveryQuery = z.output<typeof deliveryQuery>

const deliveryParams = idParams.extend({ eventId: z.string().toLowerCase() })

const admits = admissionsTo('signed-in', 'developers')
const one = { status: 200, schema: endpoint } as const

export const endpointsContract = {
  listEndpoints: {
    ...admits.read,
    method: 'GET',
    path: '/endpoints',
    summary: 'Lists the endpoints, oldest first',
    ok: { status: 200, schema: z.object({ endpoints: z.array(endpoint) }) },
  },
  createEndpoint: {
    ...admits.write,
    method: 'POST',
    path: '/endpoints',
    summary: 'Adds an endpoint for events. It receives none until it has repeated a challenge',
    proof: 'recent',
    body: endpointFields,
    failures: { too_many_endpoints: 409 },
    ok: { status: 201, schema: endpointWithSecret },
  },
  updateEndpoint: {
    ...admits.update,
    method: 'PATCH',
    path: '/endpoints/:id',
    summary: 'Changes an endpoint. After a change of URL, it must echo a new challenge',
    proof: 'recent',
    params: idParams,
    body: endpointFields.partial(),
    ok: one,
  },
  deleteEndpoint: {
    ...admits.delete,
    method: 'DELETE',
    path: '/endpoints/:id',
    summary: 'Deletes an endpoint with its deliveries',
    params: idParams,
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
  turnOnEndpoint: {
    ...admits.update,
    method: 'POST',
    path: '/endpoints/:id/on',
    summary:
      'Sends an endpoint a challenge (`endpoint.verify`), and turns it on if the response repeats it. With `sendMissed`, the events it missed follow',
    params: idParams,
    body: z.object({ sendMissed: z.boolean().default(true) }),
    ok: { status: 200, schema: z.object({ endpoint, result: callResult }) },
  },
  turnOffEndpoint: {
    ...admits.update,
    method: 'POST',
    path: '/endpoints/:id/off',
    summary: 'Turns an endpoint off; events from then on can be sent later',
    params: idParams,
    ok: one,
  },
  changeEndpointSecret: {
    ...admits.update,
    method: 'POST',
    path: '/endpoints/:id/secret',
    summary: 'Creates a new secret. For a day, messages are also signed with the previous one',
    proof: 'recent',
    params: idParams,
    ok: { status: 200, schema: endpointWithSecret },
  },
  testEndpoint: {
    ...admits.update,
    method: 'POST',
    path: '/endpoints/:id/tests',
    summary: 'Sends an endpoint an example of an event of a form, with `test: true` and no real buyer',
    params: idParams,
    body: z.object({ type: z.enum(eventTypes), formId: uuid.nullable() }),
    ok: { status: 200, schema: callResult.extend({ request: z.string() }) },
  },
  listDeliveries: {
    ...admits.read,
    method: 'GET',
    path: '/endpoints/:id/deliveries',
    summary: 'Lists an endpoint’s events with their attempts, newest first, 25 at a time',
    params: idParams,
    query: deliveryQuery,
    ok: { status: 200, schema: z.object({ data: z.array(delivery), hasMore: z.boolean() }) },
  },
  readDelivery: {
    ...admits.read,
    method: 'GET',
    path: '/endpoints/:id/deliveries/:eventId',
    summary: 'Reads one delivery with its request and the last response',
    params: deliveryParams,
    ok: { status: 200, schema: deliveryDetail },
  },
  sendAgain: {
    ...admits.update,
    method: 'POST',
    path: '/endpoints/:id/deliveries/:eventId/again',
    summary: 'Sends an event again right away, with the same id; its retries start over',
    params: deliveryParams,
    failures: { endpoint_off: 409 },
    ok: { status: 202, schema: delivery },
  },
} as const satisfies Contract

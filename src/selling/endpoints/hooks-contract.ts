import { z } from 'zod'
import { eventTypes } from '#foundation/events/event-types.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { requiredText, uuid } from '#foundation/http/input/fields.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { event } from '#selling/events/contract.ts'

const admits = admissionsTo('signed-in', 'developers')

/** Webhooks that automation tools, such as n8n, Make and Zapier, add and remove with an API key. */
export const hooksContract = {
  createHook: {
    ...admits.write,
    method: 'POST',
    path: '/hooks',
    summary:
      'Subscribes a URL to events, for programs with an API key. The URL must repeat a challenge right away, unless it belongs to Zapier, Make or n8n Cloud. The subscription ends with the key',
    body: z.object({
      url: requiredText(2_000).overwrite(plainWebAddress),
      types: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length),
    }),
    failures: { too_many_endpoints: 409, only_for_keys: 403 },
    ok: { status: 201, schema: z.object({ id: z.string(), secret: z.string() }) },
  },
  deleteHook: {
    ...admits.delete,
    method: 'DELETE',
    path: '/hooks/:id',
    summary: 'Ends a subscription of an automation tool',
    params: idParams,
    ok: { status: 200, schema: z.object({ id: z.string() }) },
  },
  sampleEvent: {
    ...admits.read,
    method: 'GET',
    path: '/events/sample',
    summary: 'Returns an example of an event of one of the shop’s forms, with an invented buyer',
    query: z.object({ type: z.enum(eventTypes).default('purchase.paid'), form: uuid.optional() }),
    failures: { not_found: 404 },
    ok: { status: 200, schema: event.extend({ test: z.literal(true) }) },
  },
} as const satisfies Contract

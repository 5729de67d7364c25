import { z } from 'zod'
import { eventTypes } from '#foundation/events/event-types.ts'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'

export const deliveryStates = ['delivered', 'waiting', 'missed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The delivery of an event about a sale to one endpoint. */
export const sentEvent = z.object({
  endpointId: z.string(),
  endpointName: z.string(),
  /** Whether it is a webhook, or else an ad platform. */
  isWebhook: z.boolean(),
  event: z.object({ id: z.string(), type: z.enum(eventTypes), createdAt: z.string() }),
  state: z.enum(deliveryStates),
  /**
   * The last attempt, or null before the first one. `status` is 0 if there was no response. `took` is in milliseconds.
   */
  lastTry: z
    .object({
      at: z.string(),
      status: z.number().int(),
      failure: z.string().nullable(),
      took: z.number().int(),
    })
    .nullable(),
})
export type SentEvent = z.output<typeof sentEvent>

export const sentEventsContract = {
  listSentEvents: {
    ...admissionsTo('signed-in', 'developers').read,
    method: 'GET',
    path: '/sales/:id/sent-events',
    summary: 'Lists to which webhooks and ad platforms a sale’s events were sent, newest first, up to 50',
    params: idParams,
    ok: { status: 200, schema: z.object({ data: z.array(sentEvent) }) },
  },
} as const satisfies Contract

import { z } from 'zod'
import { jsonObject } from '#json.ts'

export const eventRecord = z.object({
  id: z.string(),
  /** The connected account it happened on, or the platform. */
  account: z.string(),
  created: z.number(),
  type: z.string(),
  object: jsonObject,
  previous_attributes: jsonObject.nullable(),
  request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
})
export type EventRecord = z.infer<typeof eventRecord>

/** One event on its way to one endpoint; deleted once the endpoint accepts it or the attempts run out. */
export const deliveryRecord = z.object({
  id: z.string(),
  event: z.string(),
  url: z.string(),
  tries: z.number(),
  /** Milliseconds of the real clock. */
  next_try_at: z.number(),
  /** Signed with a secret other than the endpoint's. */
  is_forged: z.boolean(),
})
export type DeliveryRecord = z.infer<typeof deliveryRecord>

export const idempotencyRecord = z.object({
  /** Account and key. */
  id: z.string(),
  created: z.number(),
  /** Method, path and parameters of the first request. */
  fingerprint: z.string(),
  request_id: z.string(),
  status: z.number(),
  body: z.string(),
})
export type IdempotencyRecord = z.infer<typeof idempotencyRecord>

export const settingRecord = z.object({
  id: z.literal('clock'),
  offset: z.number(),
  movedTo: z.number().optional(),
})

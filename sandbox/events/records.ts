import { z } from 'zod'
import { jsonObject } from '#json.ts'

export const eventRecord = z.object({
  id: z.string(),
  /** The connected account or platform on which this happened. */
  account: z.string(),
  created: z.number(),
  type: z.string(),
  object: jsonObject,
  previous_attributes: jsonObject.nullable(),
  request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
})
export type EventRecord = z.infer<typeof eventRecord>

/** An event's delivery to one endpoint, deleted once it is accepted or the attempts run out. */
export const deliveryRecord = z.object({
  id: z.string(),
  event: z.string(),
  url: z.string(),
  tries: z.number(),
  /** The real time of the next attempt, in milliseconds. */
  next_try_at: z.number(),
  /** Whether the signature uses a wrong secret. */
  is_forged: z.boolean(),
})
export type DeliveryRecord = z.infer<typeof deliveryRecord>

export const idempotencyRecord = z.object({
  /** The id, made from the account and the idempotency key. */
  id: z.string(),
  created: z.number(),
  /** The method, path and parameters of the first request. */
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

import { z } from 'zod'
import { jsonObject } from '#json.ts'

const callFault = z.discriminatedUnion('kind', [
  /**
   * The status to answer with instead of any effect. As on Stripe, a 402 or a status of 500 or above is
   * stored for the idempotency key, so that a retry gets it again. `stored` overrides this.
   */
  z.strictObject({
    kind: z.literal('error'),
    status: z.int().min(400).max(599),
    body: jsonObject.optional(),
    stored: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('rate_limit') }),
  z.strictObject({ kind: z.enum(['timeout_before', 'timeout_after', 'cut_before', 'cut_after']) }),
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(0).max(600_000) }),
  z.strictObject({ kind: z.enum(['hold_before', 'hold_after']) }),
])
export type CallFault = z.infer<typeof callFault>

const eventFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('duplicate'), times: z.int().min(1).max(20) }),
  z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  z.strictObject({ kind: z.literal('reorder') }),
  z.strictObject({ kind: z.literal('forge') }),
  z.strictObject({ kind: z.literal('before_answer') }),
])
export type EventFault = z.infer<typeof eventFault>

/** What goes wrong, and when. The first rule that matches a call or event applies, and its own counter decides. */
export const faultScript = z.strictObject({
  calls: z
    .array(
      z.strictObject({
        method: z.enum(['GET', 'POST', 'DELETE', '*']),
        /** The exact path of the call, in which `*` stands for any part. */
        path: z.string().startsWith('/'),
        /** Affects only the nth matching call, counted from 1. */
        nth: z.int().min(1).optional(),
        /** Affects only this many matching calls, or all without `nth` and `times`. */
        times: z.int().min(1).optional(),
        fault: callFault,
      }),
    )
    .max(1000)
    .default([]),
  events: z
    .array(
      z.strictObject({
        /** The event's type, in which `*` stands for any part. */
        type: z.string().min(1),
        fault: eventFault,
        times: z.int().min(1).optional(),
        probability: z.number().min(0).max(1).optional(),
        seed: z.int().min(0).max(0xffffffff).optional(),
      }),
    )
    .max(1000)
    .default([]),
})
export type FaultScript = z.infer<typeof faultScript>

import { z } from 'zod'
import { jsonObject } from '#json.ts'

const callFault = z.discriminatedUnion('kind', [
  /**
   * Answers with this status without any effect. As with Stripe, a key stores answers of 402 and of 500 or above, so
   * that a retry gets the same one. `stored` overrides this.
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

/** What goes wrong, and when. The first rule that matches a call or an event applies, and its own count decides. */
export const faultScript = z.strictObject({
  calls: z
    .array(
      z.strictObject({
        method: z.enum(['GET', 'POST', 'DELETE', '*']),
        /** An exact path, or one with `*` for any part. */
        path: z.string().startsWith('/'),
        /** Only the nth matching call, counted from 1. */
        nth: z.int().min(1).optional(),
        /** Only this many matching calls. Without `nth` or `times`, all of them. */
        times: z.int().min(1).optional(),
        fault: callFault,
      }),
    )
    .max(1000)
    .default([]),
  events: z
    .array(
      z.strictObject({
        /** An event's type, in which `*` stands for any part. */
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

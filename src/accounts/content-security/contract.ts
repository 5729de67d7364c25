import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'

/** Content that browsers blocked on a page, or would have blocked, counted over all the days shown. */
const refusal = z.object({
  document: z.string(),
  directive: z.string(),
  blockedHost: z.string(),
  /** True for a script outside the inventory, which a person should investigate. */
  isScript: z.boolean(),
  count: z.number().int(),
  firstDay: z.string(),
  lastAt: z.string(),
})
export type Refusal = z.output<typeof refusal>

/**
 * Blocked content, up to 100 entries, scripts first, then the latest. `fullOn` is the latest day with more scripts
 * than are counted separately.
 */
const refusals = z.object({
  days: z.number().int(),
  data: z.array(refusal),
  hasMore: z.boolean(),
  fullOn: z.string().nullable(),
})

export const contentSecurityContract = {
  listRefusals: {
    method: 'GET',
    path: '/admin/content-security',
    summary: 'Lists what browsers blocked on our pages in the last 30 days',
    access: 'super-admin',
    ok: { status: 200, schema: refusals },
  },
} as const satisfies Contract

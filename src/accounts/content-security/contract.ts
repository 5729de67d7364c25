import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'

/** Something blocked on a page, actual or report-only, over all days shown. */
const refusal = z.object({
  document: z.string(),
  directive: z.string(),
  blockedHost: z.string(),
  /** A script outside the inventory: a person should look at it. */
  isScript: z.boolean(),
  count: z.number().int(),
  firstDay: z.string(),
  lastAt: z.string(),
})
export type Refusal = z.output<typeof refusal>

/**
 * Scripts first, then the latest, up to 100; `hasMore`: there are more. `fullOn` is the latest day on which more
 * scripts were reported than are counted separately.
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

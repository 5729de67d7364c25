import { z } from 'zod'

/** One line of a purchase; amounts are integer minor units, and subtotal + taxAmount = total. */
export const purchaseLine = z.object({
  kind: z.enum(['form', 'setup', 'bump', 'offer']),
  title: z.string(),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
  /** What a coupon took off, before tax that is added; left out: nothing. */
  discountAmount: z.number().int().optional(),
})

/** What a purchase costs, all in minor units of `currency`. */
export const price = z.object({
  currency: z.string(),
  lines: z.array(purchaseLine),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
  /** What each payment after a trial is; left out: the first line recurs, or nothing does. */
  full: purchaseLine.optional(),
})
export type Price = z.output<typeof price>

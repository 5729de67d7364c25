import { z } from 'zod'

/** One line of a purchase; amounts are integer minor units, and subtotal + taxAmount = total. */
export const purchaseLine = z.object({
  kind: z.enum(['form', 'setup', 'bump', 'offer']),
  title: z.string(),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
  /** The coupon's discount on the line, before added tax. */
  discountAmount: z.number().int().optional(),
})

/** The price of a purchase, in minor units of `currency`. */
export const price = z.object({
  currency: z.string(),
  lines: z.array(purchaseLine),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
  /** Each payment after a trial. */
  full: purchaseLine.optional(),
})
export type Price = z.output<typeof price>

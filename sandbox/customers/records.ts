import { z } from 'zod'
import { address, metadata, owned } from '#store/shapes.ts'

export const customerRecord = owned.extend({
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  description: z.string().nullable(),
  address: address.nullable(),
  /** The customer's balance in minor units. As on Stripe, a negative balance is credit. */
  balance: z.number(),
  currency: z.string().nullable(),
  delinquent: z.boolean(),
  default_payment_method: z.string().nullable(),
  invoice_prefix: z.string(),
  next_invoice_sequence: z.number(),
  preferred_locales: z.array(z.string()),
  tax_exempt: z.enum(['exempt', 'none', 'reverse']),
  metadata,
})
export type CustomerRecord = z.infer<typeof customerRecord>

import { z } from 'zod'

/** Parts that several records have in common, in the format in which Stripe sends them. */
export const metadata = z.record(z.string(), z.string())

export const address = z.object({
  city: z.string().nullable(),
  country: z.string().nullable(),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  postal_code: z.string().nullable(),
  state: z.string().nullable(),
})

export const billingDetails = z.object({
  address: address.nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  tax_id: z.string().nullable(),
})
export type BillingDetails = z.infer<typeof billingDetails>

/** The fields that all of an account's objects have. */
export const owned = z.object({ id: z.string(), account: z.string(), created: z.number() })

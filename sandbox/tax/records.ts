import { z } from 'zod'
import { address, owned } from '#store/shapes.ts'

const taxId = z.object({ type: z.string(), value: z.string() })

const jurisdiction = z.object({
  country: z.string(),
  display_name: z.string(),
  level: z.enum(['city', 'country', 'county', 'state']),
  state: z.string().nullable(),
})

const taxPart = z.object({
  amount: z.number(),
  taxable_amount: z.number(),
  jurisdiction,
  taxability_reason: z.enum(['not_collecting', 'not_subject_to_tax', 'reverse_charge', 'standard_rated']),
  /** Null if no tax applies. */
  rate: z
    .object({ display_name: z.string(), percentage_decimal: z.string(), tax_type: z.string() })
    .nullable(),
})
export type TaxPart = z.infer<typeof taxPart>

const calculatedLine = z.object({
  id: z.string(),
  amount: z.number(),
  amount_tax: z.number(),
  quantity: z.number(),
  reference: z.string(),
  tax_behavior: z.enum(['exclusive', 'inclusive']),
  tax_code: z.string(),
  parts: z.array(taxPart),
})
export type CalculatedLine = z.infer<typeof calculatedLine>

export const calculationRecord = owned.extend({
  currency: z.string(),
  address,
  address_source: z.enum(['billing', 'shipping']),
  tax_ids: z.array(taxId),
  tax_date: z.number(),
  expires_at: z.number(),
  lines: z.array(calculatedLine),
})
export type CalculationRecord = z.infer<typeof calculationRecord>

export const taxTransactionRecord = owned.extend({
  calculation: z.string(),
  /** The PaymentIntent, or the refund for a reversal. */
  reference: z.string(),
  payment_intent: z.string(),
  /** The transaction that this one reverses, or null. */
  original: z.string().nullable(),
  /** The total with its tax, negative for a reversal. */
  amount: z.number(),
  amount_tax: z.number(),
})
export type TaxTransactionRecord = z.infer<typeof taxTransactionRecord>

import { z } from 'zod'
import { invalidRequest, resourceMissing } from '#api/errors.ts'
import { emptyable } from '#api/params.ts'

/** The fields of dispute evidence in responses and requests. */
export const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

/** Fields for an uploaded file. The sandbox accepts no uploads, so no file exists. */
const fileFields: ReadonlySet<string> = new Set([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
])

/** Each text can have 20,000 characters. */
const said = emptyable(z.string().max(20_000, 'long')).optional()

/** The accepted evidence fields. An empty text clears one. */
export const evidenceParams = z.strictObject(Object.fromEntries(evidenceFields.map((field) => [field, said])))

/** All texts together can have 150,000 characters. */
const longest = 150_000

/** The evidence as the dispute stores it, if Stripe would accept it. */
export function readEvidence(given: z.infer<typeof evidenceParams> = {}): Record<string, string> {
  const evidence = Object.fromEntries(Object.entries(given).map(([field, text]) => [field, text ?? '']))
  for (const [field, text] of Object.entries(evidence)) {
    if (fileFields.has(field) && text !== '') throw resourceMissing('file upload', text, `evidence[${field}]`)
  }
  if (Object.values(evidence).join('').length > longest) {
    throw invalidRequest(`The combined length of the evidence exceeds ${longest} characters.`, {
      param: 'evidence',
    })
  }
  return evidence
}

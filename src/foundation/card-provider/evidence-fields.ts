/** The text fields of dispute evidence, as the provider spells them. Each can have 20,000 characters. */
export const evidenceFields = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'billing_address',
  'service_date',
  'access_activity_log',
  'refund_policy_disclosure',
  'uncategorized_text',
] as const
export type EvidenceField = (typeof evidenceFields)[number]

export type Evidence = Readonly<Record<EvidenceField, string>>

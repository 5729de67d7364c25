import { z } from 'zod'
import { metadata } from '#store/shapes.ts'

const capability = z.enum(['active', 'inactive', 'pending'])

export const accountRecord = z.object({
  id: z.string(),
  created: z.number(),
  type: z.enum(['standard', 'express', 'custom', 'none']),
  country: z.string(),
  default_currency: z.string(),
  email: z.string().nullable(),
  business_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).nullable(),
  business_profile: z.object({ name: z.string().nullable(), url: z.string().nullable() }),
  controller: z.object({
    fees: z.enum(['account', 'application', 'application_express', 'application_custom']),
    losses: z.enum(['application', 'stripe']),
    requirement_collection: z.enum(['application', 'stripe']),
    stripe_dashboard: z.enum(['express', 'full', 'none']),
  }),
  capabilities: z.record(z.string(), capability),
  details_submitted: z.boolean(),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  disabled_reason: z.enum(['requirements.past_due']).nullable(),
  currently_due: z.array(z.string()),
  tax_settings: z.enum(['active', 'pending']),
  metadata,
})
export type AccountRecord = z.infer<typeof accountRecord>

export const accountLinkRecord = z.object({
  id: z.string(),
  account: z.string(),
  created: z.number(),
  expires_at: z.number(),
  type: z.enum(['account_onboarding', 'account_update']),
  refresh_url: z.string(),
  return_url: z.string(),
  used: z.boolean(),
})
export type AccountLinkRecord = z.infer<typeof accountLinkRecord>

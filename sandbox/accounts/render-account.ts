import type { JsonObject } from '#json.ts'
import type { AccountRecord } from './records.ts'

export function renderAccount(account: AccountRecord): JsonObject {
  const due = account.currently_due
  return {
    id: account.id,
    object: 'account',
    business_profile: businessProfile(account),
    business_type: account.business_type,
    capabilities: account.capabilities,
    charges_enabled: account.charges_enabled,
    controller: {
      fees: { payer: account.controller.fees },
      is_controller: true,
      losses: { payments: account.controller.losses },
      requirement_collection: account.controller.requirement_collection,
      stripe_dashboard: { type: account.controller.stripe_dashboard },
      type: 'application',
    },
    country: account.country,
    created: account.created,
    default_currency: account.default_currency,
    details_submitted: account.details_submitted,
    email: account.email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    future_requirements: requirements([], null),
    metadata: account.metadata,
    payouts_enabled: account.payouts_enabled,
    requirements: requirements(due, account.disabled_reason),
    settings: null,
    tos_acceptance: { date: null },
    type: account.type,
  }
}

function businessProfile({ business_profile: profile }: AccountRecord): JsonObject {
  return {
    mcc: null,
    minority_owned_business_designation: null,
    name: profile.name,
    product_description: null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: profile.url,
  }
}

function requirements(due: string[], disabledReason: string | null): JsonObject {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors: [],
    eventually_due: due,
    past_due: disabledReason === null ? [] : due,
    pending_verification: [],
  }
}

import { resourceMissing } from '#api/errors.ts'
import { emit } from '#events/emit.ts'
import type { World } from '#world.ts'
import type { AccountLinkRecord, AccountRecord } from './records.ts'
import { renderAccount } from './render-account.ts'

/** What Stripe requires from a seller before their account can charge. */
export const firstRequirements = [
  'business_profile.mcc',
  'business_profile.url',
  'business_type',
  'external_account',
  'tos_acceptance.date',
  'tos_acceptance.ip',
]

/** The capabilities that Stripe turns on automatically for sellers. */
const alsoOn = ['link_payments', 'ideal_payments', 'sepa_debit_payments']

/** Completes the onboarding of an account, which can then charge and receive payouts. */
export function completeAccount(world: World, id: string): AccountRecord {
  const account = accountOf(world, id)
  const requested = Object.keys(account.capabilities)
  return change(world, account, {
    business_type: account.business_type ?? 'individual',
    capabilities: Object.fromEntries([...requested, ...alsoOn].map((name) => [name, 'active'])),
    charges_enabled: true,
    currently_due: [],
    details_submitted: true,
    disabled_reason: null,
    payouts_enabled: true,
    tax_settings: 'active',
  })
}

/** Requires more details, as Stripe can: the account cannot charge again until they are complete. */
export function restrictAccount(world: World, id: string): AccountRecord {
  const account = accountOf(world, id)
  const requested = Object.keys(account.capabilities)
  return change(world, account, {
    capabilities: Object.fromEntries(requested.map((name) => [name, 'inactive'])),
    charges_enabled: false,
    currently_due: ['individual.verification.document'],
    disabled_reason: 'requirements.past_due',
    payouts_enabled: false,
  })
}

function accountOf(world: World, id: string): AccountRecord {
  const account = world.store.accounts.get(id)
  if (account === undefined) throw resourceMissing('account', id)
  return account
}

function change(world: World, account: AccountRecord, changes: Partial<AccountRecord>): AccountRecord {
  const changed = world.store.accounts.put({ ...account, ...changes })
  emit(world, account.id, 'account.updated', renderAccount(changed), {
    charges_enabled: account.charges_enabled,
    details_submitted: account.details_submitted,
    payouts_enabled: account.payouts_enabled,
  })
  return changed
}

/** The account link, if it exists and has not been opened before. */
export function openLink(world: World, id: string): AccountLinkRecord | undefined {
  const link = world.store.accountLinks.get(id)
  return link === undefined || link.used || link.expires_at <= world.clock.now() ? undefined : link
}

export function useLink(world: World, id: string): AccountLinkRecord | undefined {
  const link = openLink(world, id)
  return link === undefined ? undefined : world.store.accountLinks.put({ ...link, used: true })
}

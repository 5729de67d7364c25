import { minimumCharge } from '#payments/currencies.ts'
import { share } from '#payments/share.ts'
import { applicationId, platformAccount, type World } from '#world.ts'
import type { FeeDetail } from './records.ts'

/** 2.9% plus 30 cents, or the same share of the smallest charge in another currency. */
export function processingFees(world: World, account: string, amount: number, currency: string): FeeDetail[] {
  const payer = world.store.accounts.get(account)?.controller.fees
  if (account !== platformAccount && payer !== 'account') return []
  const fee = share(amount, 29, 1000) + share(minimumCharge(currency), 3, 5)
  return [{ amount: fee, application: null, description: 'Stripe processing fees', type: 'stripe_fee' }]
}

/** The dispute fee of $15 or its equivalent in another currency, which is never refunded. */
export function disputeFees(currency: string): FeeDetail[] {
  const amount = minimumCharge(currency) * 30
  return [{ amount, application: null, description: 'Dispute fee', type: 'stripe_fee' }]
}

/** The platform's fee, negative when the platform refunds it. */
export function applicationFees(amount: number): FeeDetail[] {
  if (amount === 0) return []
  const description = amount < 0 ? 'Platform application fee refund' : 'Platform application fee'
  return [{ amount, application: applicationId, description, type: 'application_fee' }]
}

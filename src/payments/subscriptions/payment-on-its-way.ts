import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { cyclesBegun } from './agreed-amounts.ts'
import { hasEnded } from './correct-end.ts'
import type { Subscription } from './store.ts'

/** The open invoices after the first one, by their ids, and whether a bank has the payment of each. */
export type OpenRenewals = ReadonlyMap<string, { readonly isAtBank: boolean }>

/**
 * The renewals that are neither paid nor void. An invoice says no more than that it was tried: its payment is asked about.
 * Older ones than the newest are looked for where there may be some: while that is open, a bank had one, or it ends.
 */
export async function readOpenRenewals(
  { provider }: PaymentServices,
  { stripeAccountId: account, status: before, paymentOnItsWay }: Subscription,
  { id, status, latestInvoice }: ProviderSubscription,
): Promise<OpenRenewals> {
  const open = new Map<string, { isAtBank: boolean }>()
  const hasJustEnded = hasEnded(status) && !hasEnded(before)
  if (latestInvoice?.status !== 'open' && paymentOnItsWay !== 'at_bank' && !hasJustEnded) return open
  for (const invoice of await provider.listInvoices(account, id, 'open')) {
    const { reason, wasAttempted, paymentIntentId: intent } = invoice
    if (reason === 'first') continue
    const isTried = wasAttempted && intent !== null
    const isAtBank =
      isTried && (await provider.retrievePaymentIntent(account, intent)).status === 'processing'
    open.set(invoice.id, { isAtBank })
  }
  return open
}

/** Who has a payment that has begun and is neither made nor refused: the provider, which charges it soon, or a bank. */
export function stateOfPayment(
  { status, latestInvoice: latest }: ProviderSubscription,
  open: OpenRenewals,
): NonNullable<Subscription['paymentOnItsWay']> {
  if (isOneAtBank(open)) return 'at_bank'
  if (hasEnded(status) || latest === null || latest.reason === 'first') return 'none'
  const isToBeTried = latest.status === 'draft' || (latest.status === 'open' && !latest.wasAttempted)
  return isToBeTried ? 'begun' : 'none'
}

export function isOneAtBank(open: OpenRenewals): boolean {
  return [...open.values()].some(({ isAtBank }) => isAtBank)
}

/** Whether a payment of a cycle that has begun may still be made, as far as it is known here. */
export function mayBeCharged(row: Subscription, now: Date): boolean {
  if (row.paymentOnItsWay === 'at_bank') return true
  if (hasEnded(row.status)) return false
  if (mayHaveRenewed(row, now)) return true
  // Written down by an older release, which does not say so.
  if (row.paymentOnItsWay === null) return (cyclesBegun(row) ?? 0) > row.paidCycles
  return row.paymentOnItsWay === 'begun'
}

/** A cycle has begun since the provider was asked last, unless it was to end before. */
function mayHaveRenewed({ currentPeriodEnd, cancelAtPeriodEnd, cancelAt }: Subscription, now: Date): boolean {
  if (currentPeriodEnd === null || currentPeriodEnd > now) return false
  return !cancelAtPeriodEnd && (cancelAt === null || cancelAt > currentPeriodEnd)
}

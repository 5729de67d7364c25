import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { cyclesBegun } from '#payments/subscriptions/begin/agreed-prices.ts'
import { hasEnded } from '../end/correct-end.ts'
import type { Subscription } from '../store.ts'

/** Open invoices after the first, by id and newest first, with whether a bank is processing each payment. */
export type OpenRenewals = ReadonlyMap<
  string,
  { readonly invoice: ProviderInvoice; readonly isAtBank: boolean }
>

/**
 * The renewals that are neither paid nor void. Older ones are read only if there can be any: the newest is open, one
 * was declined, a bank had one, or the subscription is paused or ends.
 */
export async function readOpenRenewals(
  services: PaymentServices,
  { stripeAccountId: account, status: before, paymentOnItsWay, unpaidInvoiceId, pauseUntil }: Subscription,
  { id, status, latestInvoice }: ProviderSubscription,
): Promise<OpenRenewals> {
  const hasJustEnded = hasEnded(status) && !hasEnded(before)
  const wasDeclined = unpaidInvoiceId !== null || status === 'past_due' || status === 'unpaid'
  const mayBeOpen = latestInvoice?.status === 'open' || wasDeclined || paymentOnItsWay === 'at_bank'
  // A pause’s invoice of zero is newer than a renewal that came just before it.
  return mayBeOpen || hasJustEnded || pauseUntil !== null
    ? listOpenRenewals(services, account, id, status)
    : new Map()
}

/** An invoice shows only that payment was attempted, so its payment is read too. */
async function listOpenRenewals(
  { provider }: Pick<PaymentServices, 'provider'>,
  account: string,
  id: string,
  status?: ProviderSubscription['status'],
): Promise<OpenRenewals> {
  const open = new Map<string, { invoice: ProviderInvoice; isAtBank: boolean }>()
  for (const invoice of await provider.listInvoices(account, id, 'open')) {
    const { reason, wasAttempted, paymentIntentId: intent } = invoice
    // A buyer who ends a pause early may not have confirmed the payment with the bank yet. Until then, nothing is due.
    if (reason === 'first' || (reason === 'other' && status === 'trialing')) continue
    const isTried = wasAttempted && intent !== null
    const isAtBank =
      isTried && (await provider.retrievePaymentIntent(account, intent)).status === 'processing'
    open.set(invoice.id, { invoice, isAtBank })
  }
  return open
}

export function declinedOf(open: OpenRenewals): readonly ProviderInvoice[] {
  return [...open.values()].flatMap(({ invoice, isAtBank }) =>
    invoice.wasAttempted && !isAtBank ? invoice : [],
  )
}

/** A subscription's declined renewals on Stripe, oldest first, which is the order in which they are paid. */
export async function listDeclined(
  services: Pick<PaymentServices, 'provider'>,
  { stripeAccountId: account, stripeSubscriptionId: id }: Subscription,
): Promise<readonly ProviderInvoice[]> {
  return id === null ? [] : declinedOf(await listOpenRenewals(services, account, id)).toReversed()
}

/** Where a payment is while it is neither paid nor declined: on Stripe, which charges it soon, or at a bank. */
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

/** Whether a payment for a cycle that has begun can still be charged, as far as we know. */
export function mayBeCharged(row: Subscription, now: Date): boolean {
  if (row.paymentOnItsWay === 'at_bank') return true
  if (hasEnded(row.status)) return false
  if (mayHaveRenewed(row, now) || isOneOverdue(row)) return true
  // The row is from an older release, which did not record this.
  if (row.paymentOnItsWay === null) return (cyclesBegun(row) ?? 0) > row.paidCycles
  return row.paymentOnItsWay === 'begun'
}

/** A payment for an earlier cycle was declined, and Stripe retries it. */
function isOneOverdue({ status, unpaidInvoiceId }: Subscription): boolean {
  return status === 'active' && unpaidInvoiceId !== null
}

/** A cycle has begun since the last check, unless the subscription was due to end by then. */
function mayHaveRenewed({ currentPeriodEnd, cancelAtPeriodEnd, cancelAt }: Subscription, now: Date): boolean {
  if (currentPeriodEnd === null || currentPeriodEnd > now) return false
  return !cancelAtPeriodEnd && (cancelAt === null || cancelAt > currentPeriodEnd)
}

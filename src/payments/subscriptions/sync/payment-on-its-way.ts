import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { cyclesBegun } from '#payments/subscriptions/begin/agreed-prices.ts'
import { hasEnded } from '../end/correct-end.ts'
import type { Subscription } from '../store.ts'

/** The open invoices after the first one, by their ids and the newest first, and whether a bank has the payment of each. */
export type OpenRenewals = ReadonlyMap<
  string,
  { readonly invoice: ProviderInvoice; readonly isAtBank: boolean }
>

/**
 * The renewals that are neither paid nor void. Older ones than the newest are looked for where there may be some: while that
 * is open, one was declined, a bank had one, or it ends.
 */
export async function readOpenRenewals(
  services: PaymentServices,
  { stripeAccountId: account, status: before, paymentOnItsWay, unpaidInvoiceId }: Subscription,
  { id, status, latestInvoice }: ProviderSubscription,
): Promise<OpenRenewals> {
  const hasJustEnded = hasEnded(status) && !hasEnded(before)
  const wasDeclined = unpaidInvoiceId !== null || status === 'past_due' || status === 'unpaid'
  const mayBeOpen = latestInvoice?.status === 'open' || wasDeclined || paymentOnItsWay === 'at_bank'
  return mayBeOpen || hasJustEnded ? listOpenRenewals(services, account, id) : new Map()
}

/** An invoice says no more than that it was tried: its payment is asked about. */
async function listOpenRenewals(
  { provider }: Pick<PaymentServices, 'provider'>,
  account: string,
  id: string,
): Promise<OpenRenewals> {
  const open = new Map<string, { invoice: ProviderInvoice; isAtBank: boolean }>()
  for (const invoice of await provider.listInvoices(account, id, 'open')) {
    const { reason, wasAttempted, paymentIntentId: intent } = invoice
    if (reason === 'first') continue
    const isTried = wasAttempted && intent !== null
    const isAtBank =
      isTried && (await provider.retrievePaymentIntent(account, intent)).status === 'processing'
    open.set(invoice.id, { invoice, isAtBank })
  }
  return open
}

/** Those of them that were declined, the newest first. */
export function declinedOf(open: OpenRenewals): readonly ProviderInvoice[] {
  return [...open.values()].flatMap(({ invoice, isAtBank }) =>
    invoice.wasAttempted && !isAtBank ? invoice : [],
  )
}

/** The renewals of a subscription that were declined, as the provider has them now: the oldest first, as they are paid. */
export async function listDeclined(
  services: Pick<PaymentServices, 'provider'>,
  { stripeAccountId: account, stripeSubscriptionId: id }: Subscription,
): Promise<readonly ProviderInvoice[]> {
  return id === null ? [] : declinedOf(await listOpenRenewals(services, account, id)).toReversed()
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
  if (mayHaveRenewed(row, now) || isOneOverdue(row)) return true
  // Written down by an older release, which does not say so.
  if (row.paymentOnItsWay === null) return (cyclesBegun(row) ?? 0) > row.paidCycles
  return row.paymentOnItsWay === 'begun'
}

/** One of an earlier cycle than the newest was declined, and is tried again by the provider. */
function isOneOverdue({ status, unpaidInvoiceId }: Subscription): boolean {
  return status === 'active' && unpaidInvoiceId !== null
}

/** A cycle has begun since the provider was asked last, unless it was to end before. */
function mayHaveRenewed({ currentPeriodEnd, cancelAtPeriodEnd, cancelAt }: Subscription, now: Date): boolean {
  if (currentPeriodEnd === null || currentPeriodEnd > now) return false
  return !cancelAtPeriodEnd && (cancelAt === null || cancelAt > currentPeriodEnd)
}

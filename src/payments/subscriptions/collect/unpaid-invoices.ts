import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { hasEnded, isCanceledHere } from '../end/correct-end.ts'
import { lastCycleEnd } from '../payment-calendar.ts'
import { declinedOf, type OpenRenewals } from '../sync/payment-on-its-way.ts'
import type { Subscription } from '../store.ts'

type Read = {
  readonly subscription: Pick<
    ProviderSubscription,
    'status' | 'latestInvoice' | 'billingCycleAnchor' | 'endedAt'
  >
  readonly paid: readonly ProviderInvoice[]
  readonly open: OpenRenewals
}

/**
 * The renewals that could not be charged, newest first. Open ones are read last. A renewal that is paid in between is
 * in neither list, and keeps its state until the next check adds it to the history.
 */
export function unpaidInvoices(
  row: Subscription,
  { subscription, paid, open }: Read,
): readonly ProviderInvoice[] {
  const { unpaidInvoiceId } = row
  const { status, latestInvoice: latest } = subscription
  if (hasEnded(status) && !staysDue(row, subscription)) return []
  const declined = declinedOf(open)
  if (latest === null || latest.id !== unpaidInvoiceId || latest.status !== 'open') return declined
  const isClosing = !open.has(latest.id) && !paid.some(({ id }) => id === latest.id)
  return isClosing ? [latest, ...declined] : declined
}

/** The unpaid total. Another card is charged all of it right away. */
export function dueOf(unpaid: readonly ProviderInvoice[]): number {
  return unpaid.reduce((sum, { amountDue }) => sum + amountDue, 0)
}

/**
 * Stripe ends a plan with its last cycle and leaves a declined payment open, whether or not it will retry. That payment
 * is still owed, unless the subscription was canceled or its end was recorded without an unpaid invoice.
 */
function staysDue(row: Subscription, { billingCycleAnchor, endedAt }: Read['subscription']): boolean {
  const isKnown = !hasEnded(row.status) || row.unpaidInvoiceId !== null || row.paymentOnItsWay === 'at_bank'
  if (!isKnown || isCanceledHere(row)) return false
  const end = lastCycleEnd(row, billingCycleAnchor.getTime())
  return end !== null && endedAt !== null && endedAt.getTime() >= end
}

/** A declined payment waits for a card, even after a plan's end, unless the subscription was canceled here. */
export function isDue(row: Pick<Subscription, 'unpaidInvoiceId' | 'cancellation'>): boolean {
  return row.unpaidInvoiceId !== null && !isCanceledHere(row)
}

/** When Stripe automatically retries the payment, or null if it does not before the subscription ends. */
export function nextTryOf(
  { nextPaymentAttempt }: ProviderInvoice,
  { cancelAt }: Pick<ProviderSubscription, 'cancelAt'>,
): Date | null {
  const isInTime = nextPaymentAttempt !== null && (cancelAt === null || nextPaymentAttempt < cancelAt)
  return isInTime ? nextPaymentAttempt : null
}

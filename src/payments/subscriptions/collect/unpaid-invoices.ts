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
 * The renewals that could not be charged, the newest first. What is open is read last: a newest one that was paid while we
 * read is in neither list, and stays what it was until the next look, which says so in the history.
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

/** What they come to: another card is charged all of it at once. */
export function dueOf(unpaid: readonly ProviderInvoice[]): number {
  return unpaid.reduce((sum, { amountDue }) => sum + amountDue, 0)
}

/**
 * The provider ends a plan with its last cycle, whether it has tried a declined payment of it for the last time or not, and
 * leaves that open: it is still owed. Not where somebody has canceled, here or there, or where the end was told without it.
 */
function staysDue(row: Subscription, { billingCycleAnchor, endedAt }: Read['subscription']): boolean {
  const isKnown = !hasEnded(row.status) || row.unpaidInvoiceId !== null || row.paymentOnItsWay === 'at_bank'
  if (!isKnown || isCanceledHere(row)) return false
  const end = lastCycleEnd(row, billingCycleAnchor.getTime())
  return end !== null && endedAt !== null && endedAt.getTime() >= end
}

/** What was declined waits for a card, also of a plan that has ended; nothing of what somebody has canceled does. */
export function isDue(row: Pick<Subscription, 'unpaidInvoiceId' | 'cancellation'>): boolean {
  return row.unpaidInvoiceId !== null && !isCanceledHere(row)
}

/** When the provider tries it again by itself; null: not before the subscription ends. */
export function nextTryOf(
  { nextPaymentAttempt }: ProviderInvoice,
  { cancelAt }: Pick<ProviderSubscription, 'cancelAt'>,
): Date | null {
  const isInTime = nextPaymentAttempt !== null && (cancelAt === null || nextPaymentAttempt < cancelAt)
  return isInTime ? nextPaymentAttempt : null
}

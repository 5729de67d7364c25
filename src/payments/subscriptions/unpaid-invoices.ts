import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { hasEnded } from './correct-end.ts'
import { declinedOf, type OpenRenewals } from './payment-on-its-way.ts'
import type { Subscription } from './store.ts'

type Read = {
  readonly subscription: Pick<ProviderSubscription, 'status' | 'latestInvoice'>
  readonly paid: readonly ProviderInvoice[]
  readonly open: OpenRenewals
}

/**
 * The renewals that could not be charged, the newest first. What is open is read last: a newest one that was paid while we
 * read is in neither list, and stays what it was until the next look, which says so in the history.
 */
export function unpaidInvoices(
  { unpaidInvoiceId }: Pick<Subscription, 'unpaidInvoiceId'>,
  { subscription: { status, latestInvoice: latest }, paid, open }: Read,
): readonly ProviderInvoice[] {
  if (hasEnded(status)) return []
  const declined = declinedOf(open)
  if (latest === null || latest.id !== unpaidInvoiceId || latest.status !== 'open') return declined
  const isClosing = !open.has(latest.id) && !paid.some(({ id }) => id === latest.id)
  return isClosing ? [latest, ...declined] : declined
}

/** What they come to: another card is charged all of it at once. */
export function dueOf(unpaid: readonly ProviderInvoice[]): number {
  return unpaid.reduce((sum, { amountDue }) => sum + amountDue, 0)
}

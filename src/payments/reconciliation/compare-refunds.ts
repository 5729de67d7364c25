import type { ProviderRefund } from '#foundation/card-provider/refunds.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import type { BookDifference } from '#payments/purchases/records/book-differences.ts'
import { findPurchaseOfIntent } from '#payments/purchases/records/find-purchase.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { listSucceededRefunds, type Refund } from '#payments/refunds/list-refunds.ts'
import { settleProviderRefund } from '#payments/refunds/settle-refunds-by-event.ts'

/** How long after a refund a bank can return it: up to a month. */
const daysBack = 35
/** How far apart Stripe's clock and ours can be, in seconds. Newer refunds may still be on their way. */
const margin = 600

/**
 * Compares an account's refunds of the last weeks one by one. Refunds made on Stripe are recorded, and ours that
 * succeeded or failed later are settled. Returns our refunds that Stripe does not have, or has with another amount.
 */
export async function compareRefunds(
  services: Services,
  account: string,
  stopping?: AbortSignal,
): Promise<BookDifference[]> {
  const now = services.clock.now()
  const from = secondsAfter(now, -daysBack * 24 * 60 * 60)
  const differences: BookDifference[] = []
  const made = new Set<string>()
  for await (const refund of services.provider.listAllRefunds(account, secondsAfter(from, -margin))) {
    stopping?.throwIfAborted()
    made.add(refund.id)
    const { paymentIntentId } = refund
    const purchase =
      paymentIntentId === null ? undefined : await findPurchaseOfIntent(services.db, account, paymentIntentId)
    // Otherwise the refund is for a charge that is not ours, or that is already a difference.
    if (purchase === undefined || !wasPaid(purchase.status)) continue
    const own = await settleProviderRefund(services, purchase, refund, 'reconciliation')
    differences.push(...compareRefund(purchase, own, refund))
  }
  const ours = await listSucceededRefunds(services.db, account, from, secondsAfter(now, -margin))
  for (const refund of ours) {
    stopping?.throwIfAborted()
    const isMade = made.has(refund.stripeRefundId ?? '') || (await isMadeEarlier(services, account, refund))
    if (!isMade) differences.push(missingRefund(account, refund))
  }
  return differences
}

type SucceededRefund = Awaited<ReturnType<typeof listSucceededRefunds>>[number]

/** Whether Stripe made a refund before the compared span, because we may have recorded it late. */
async function isMadeEarlier(
  { provider }: Services,
  account: string,
  { paymentIntentId, stripeRefundId }: SucceededRefund,
): Promise<boolean> {
  if (paymentIntentId === null) return false
  return (await provider.listRefunds(account, paymentIntentId)).some(({ id }) => id === stripeRefundId)
}

function compareRefund(purchase: Purchase, own: Refund, made: ProviderRefund): BookDifference[] {
  const given = own.status === 'succeeded' ? own.amount : 0
  const agrees = made.status !== 'succeeded' || given === made.amount
  if (agrees) return []
  const { id: purchaseId, stripeAccountId, paymentIntentId, currency } = purchase
  const details = { purchase: { total: given, currency }, charge: { amount: made.amount, currency } }
  return [{ kind: 'refund_differs', stripeAccountId, paymentIntentId, purchaseId, details }]
}

function missingRefund(
  stripeAccountId: string,
  { amount, currency, purchaseId, paymentIntentId }: SucceededRefund,
): BookDifference {
  const details = { total: amount, currency }
  return { kind: 'refund_missing', stripeAccountId, paymentIntentId, purchaseId, details }
}

import type { Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields, found } from '#foundation/failures/failure.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Services } from '#registry/services.ts'
import { refusalByDispute } from '#payments/disputes/record-dispute.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { executeRefund } from './check-refund.ts'
import { NotRefundable, RefundKeyReserved, RefundKeyReused, RefundRefused } from './errors.ts'
import type { Refund } from './list-refunds.ts'
import { findRefundByKey, insertRefund, sumRefunds } from './store.ts'
import { taxOfRefund } from './tax-of-refund.ts'

/** The amount in minor units, or null for everything that is left. */
export type RefundOrder = {
  readonly amount: number | null
  /** The part of the total that the seller retains, if everything else is refunded. */
  readonly kept?: number
  readonly idempotencyKey: string | undefined
  /** What is refunded. `vat` means only the tax, and the amount is ignored. */
  readonly requestedBy: 'seller' | 'buyer' | 'withdrawal' | 'vat'
  /** The seller's note about the reason. */
  readonly reason?: string
  /** Called under the purchase's lock. */
  readonly isStillWanted?: (tx: Transaction<Database>) => Promise<boolean>
}

/** After how many seconds another process takes over a refund whose process died. No request takes this long. */
const orphanedAfter = 20

/**
 * Refunds a purchase partially or completely, once per idempotency key. The intent is committed under the
 * purchase's lock, so that refunds never exceed the total; then Stripe is called outside any transaction;
 * then the outcome is committed. A refund without a response stays pending and is completed later.
 */
export async function refundPurchase(
  services: Services,
  purchaseId: string,
  order: RefundOrder,
): Promise<Refund> {
  const { purchase, refund } = await recordIntent(services, purchaseId, order)
  const isAsked = refund.status === 'pending' && refund.stripeRefundId === null
  const settled = isAsked ? await executeRefund(services, purchase, refund, 'answer to refunding') : refund
  if (settled.status === 'failed') throw new RefundRefused(settled.failureReason)
  return settled
}

const ownKey = /^(?:withdrawal|undo-offer|derived|vat)-/

async function recordIntent(
  services: Services,
  purchaseId: string,
  order: RefundOrder,
): Promise<{ purchase: Purchase; refund: Refund }> {
  const isTax = order.requestedBy === 'vat'
  const fingerprint = isTax ? 'tax' : order.amount === null ? 'rest' : String(order.amount)
  return inTransaction(services.db, async (tx) => {
    const purchase = found(await lockPurchase(tx, purchaseId))
    const sums = await sumRefunds(tx, purchase.id)
    // Without an idempotency key, the same request means the same refund until that refund is settled.
    const idempotencyKey = order.idempotencyKey ?? `derived-${fingerprint}-${sums.settled}`
    const known = await findRefundByKey(tx, purchase.id, idempotencyKey)
    const isReserved = order.requestedBy === 'seller' && ownKey.test(order.idempotencyKey ?? '')
    if (isReserved && known?.requestedBy !== 'seller') throw new RefundKeyReserved()
    if (known !== undefined && known.fingerprint !== fingerprint) throw new RefundKeyReused()
    if (known !== undefined) return { purchase, refund: known }
    if ((await order.isStillWanted?.(tx)) === false)
      throw new NotRefundable(t('This purchase can no longer be refunded'))
    const dispute = await refusalByDispute(tx, purchase.id)
    if (dispute !== undefined) throw new NotRefundable(dispute)
    const left = purchase.total - sums.openAmount - (order.kept ?? 0)
    const amount = isTax ? Math.min(purchase.taxAmount - sums.openTaxAmount, left) : (order.amount ?? left)
    checkAmount(purchase, left, amount)
    const now = services.clock.now()
    const refund = await insertRefund(tx, {
      id: newId(),
      purchaseId: purchase.id,
      idempotencyKey,
      fingerprint,
      requestedBy: order.requestedBy,
      reason: order.reason === '' ? null : (order.reason ?? null),
      status: 'pending',
      amount,
      taxAmount: isTax ? amount : taxOfRefund(purchase, sums, amount),
      createdAt: now,
      updatedAt: now,
      nextCheckAt: secondsAfter(now, orphanedAfter),
    })
    services.log.info(
      { refund: refund.id, purchase: purchase.id, seller: purchase.sellerId },
      'refund recorded',
    )
    return { purchase, refund }
  })
}

function checkAmount(purchase: Purchase, left: number, amount: number): void {
  if (purchase.status === 'processing')
    throw new NotRefundable(
      t('The buyer’s bank is still processing this payment. You can refund it once it is paid.'),
    )
  if (!wasPaid(purchase.status)) throw new NotRefundable(t('Only a paid purchase can be refunded'))
  if (purchase.total === 0) throw new NotRefundable(t('This purchase was free'))
  if (left <= 0) throw new NotRefundable(t('This purchase has already been refunded'))
  if (amount <= 0) throw new InvalidFields({ amount: t('The amount must be above zero') })
  if (amount > left) {
    const most = formatAmount(left, purchase.currency)
    throw new InvalidFields({ amount: t('You can refund up to {amount}', { amount: most }) })
  }
}

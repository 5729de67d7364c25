import type { Transaction } from 'kysely'
import type { ProviderRefund } from '#foundation/card-provider/refunds.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Services } from '#registry/services.ts'
import { enqueueCorrection, enqueueCredit, undoCredit } from '#payments/invoices/due-invoices.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { movePurchase } from '#payments/purchases/settle/move-purchase.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import { mailAddressOf, type Purchase } from '#payments/purchases/purchase.ts'
import type { Refund } from './list-refunds.ts'
import { findRefund, recordPending, moveRefund, sumRefunds } from './store.ts'

/** The outcome from Stripe, without `id` if Stripe rejected the refund. */
export type RefundOutcome = Pick<ProviderRefund, 'status' | 'failureReason'> & { readonly id?: string }

/**
 * Settles a refund; there is no other way to change its state and that of its purchase. The response to a refund, the
 * webhook and the reconciler all use this. A refund that fails after success is undone. A repeated change has no
 * effect. `alongside` runs in the transaction of a change, but not while the refund is pending. Returns the refund in
 * its new state.
 */
export async function settleRefund(
  services: Services,
  refund: Refund,
  outcome: RefundOutcome,
  cause: string,
  alongside?: Alongside,
): Promise<Refund> {
  const { status, failureReason, id: stripeRefundId } = outcome
  if (status === 'pending') {
    await recordPending(services.db, refund.id, nextCheck(services, refund), stripeRefundId)
  } else {
    const settled = await inTransaction(services.db, async (tx) => {
      const purchase = await lockPurchase(tx, refund.purchaseId)
      const before = await findRefund(tx, refund.id)
      const moved = await moveRefund(tx, refund.id, {
        status,
        failureReason,
        updatedAt: services.clock.now(),
        nextCheckAt: null,
        ...(stripeRefundId === undefined ? {} : { stripeRefundId }),
      })
      if (purchase !== undefined && moved !== undefined)
        await recordEffects(services, tx, purchase, { before, refund: moved, cause })
      await alongside?.(tx)
      return moved
    })
    if (settled !== undefined) {
      services.metrics.purchases.inc({ outcome: status === 'succeeded' ? 'refunded' : 'refund_failed' })
    }
  }
  return (await findRefund(services.db, refund.id)) ?? refund
}

/** @property before the refund as it was, under the purchase's lock */
type Settled = { readonly before: Refund | undefined; readonly refund: Refund; readonly cause: string }

async function recordEffects(
  services: Services,
  tx: Transaction<Database>,
  purchase: Purchase,
  { before, refund, cause }: Settled,
): Promise<void> {
  const { succeededAmount } = await sumRefunds(tx, purchase.id)
  const amount = formatAmount(refund.amount, purchase.currency)
  const now = services.clock.now()
  const status = statusAfter(purchase.total, succeededAmount)
  const text = textOf(refund, amount)
  const wasMade = before?.status === 'succeeded'
  const wasAtBank = before !== undefined && before.stripeRefundId !== null
  // If Stripe rejects a refund right away, the response reports that, and withdrawals report their own failures.
  const isNews = wasMade || (wasAtBank && refund.requestedBy !== 'withdrawal')
  const event = refund.status === 'succeeded' ? 'refund' : isNews ? 'refund_failed' : null
  const happened = event === null ? null : ({ event, subject: refund.id } as const)
  const moved = await movePurchase(tx, purchase.id, { status, updatedAt: now }, text, 'refund', happened)
  // A refund that was never made leaves the purchase's state unchanged.
  if (moved === undefined && happened?.event === 'refund_failed')
    await recordEvent(tx, purchase.id, happened, text)
  const credited = { purchaseId: purchase.id, reason: 'refund', sourceId: refund.id, at: now } as const
  if (refund.requestedBy === 'vat') await enqueueCorrection(tx, purchase.id, now, { withOffers: false })
  else await (refund.status === 'succeeded' ? enqueueCredit(tx, credited) : undoCredit(tx, credited))
  if (refund.status === 'succeeded' || wasMade) {
    await enqueueMail(tx, {
      kind: refund.status === 'succeeded' ? 'refund' : 'refund_failed',
      purchaseId: purchase.id,
      refundId: refund.id,
      recipient: mailAddressOf(purchase),
      at: now,
    })
  }
  services.log.info(
    {
      refund: refund.id,
      refundStatus: refund.status,
      stripeRefund: refund.stripeRefundId,
      purchase: purchase.id,
      seller: purchase.sellerId,
      status,
      cause,
    },
    'refund',
  )
}

/** The entry in the purchase's history. Tax is refunded only once the register has confirmed the VAT number. */
function textOf({ status, requestedBy }: Refund, amount: string): string {
  if (status !== 'succeeded') return `Refund of ${amount} failed`
  return requestedBy === 'vat' ? `Tax of ${amount} refunded: VAT number confirmed` : `Refund of ${amount}`
}

function statusAfter(total: number, refunded: number): PurchaseStatus {
  if (refunded === 0) return 'paid'
  return refunded < total ? 'partially_refunded' : 'refunded'
}

/**
 * The pauses between checks: 5, 10, 20, … seconds, up to six hours. A bank can take days, and a webhook
 * usually comes first.
 */
export function nextCheck({ clock }: Pick<Services, 'clock'>, refund: Pick<Refund, 'checkCount'>): Date {
  return secondsAfter(clock.now(), Math.min(5 * 2 ** Math.min(refund.checkCount, 13), 6 * 60 * 60))
}

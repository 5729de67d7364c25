import type { ProviderRefund } from '#foundation/card-provider/refunds.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import type { Services } from '#registry/services.ts'
import {
  findPurchaseById,
  findPurchaseOfIntent,
  lockPurchase,
} from '#payments/purchases/records/find-purchase.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import type { Refund } from './list-refunds.ts'
import { settleRefund } from './settle-refund.ts'
import { findRefund, findRefundByKey, insertRefund, sumRefunds } from './store.ts'
import { taxOfRefund } from './tax-of-refund.ts'

/**
 * Settles the refunds of the PaymentIntent in an event. They are read from Stripe, because the event can be old, early
 * or a duplicate. Refunds that the seller made on Stripe are recorded. PaymentIntents without a purchase's id are not
 * ours, and a second charge is a separate difference, so both are ignored. `alongside` runs in the transaction that
 * changes the last refund, if any. Returns whether the purchase is known and paid, because the event can arrive before
 * that of its payment.
 */
export async function settleRefundsByEvent(
  services: Services,
  account: string,
  paymentIntentId: string | null | undefined,
  purchaseId: string | undefined,
  alongside: Alongside,
): Promise<boolean> {
  if (paymentIntentId === null || paymentIntentId === undefined) return true
  const purchase = await findPurchaseOfIntent(services.db, account, paymentIntentId)
  if (purchase === undefined)
    return purchaseId === undefined || isPaidByAnother(services, account, paymentIntentId, purchaseId)
  if (!wasPaid(purchase.status)) return false
  const refunds = await services.provider.listRefunds(account, paymentIntentId)
  for (const [index, made] of refunds.entries()) {
    const isLast = index === refunds.length - 1
    await settleProviderRefund(services, purchase, made, 'webhook', isLast ? alongside : undefined)
  }
  return true
}

async function isPaidByAnother(
  { db }: Services,
  account: string,
  paymentIntentId: string,
  purchaseId: string,
): Promise<boolean> {
  const named = await findPurchaseById(db, purchaseId)
  if (named === undefined || named.stripeAccountId !== account) return false
  return wasPaid(named.status) && named.paymentIntentId !== paymentIntentId
}

/** Settles a refund in the state it has on Stripe. A refund made there is recorded first. */
export async function settleProviderRefund(
  services: Services,
  purchase: Purchase,
  made: ProviderRefund,
  cause: string,
  alongside?: Alongside,
): Promise<Refund> {
  return settleRefund(services, await resolveRefund(services, purchase, made), made, cause, alongside)
}

async function resolveRefund(services: Services, purchase: Purchase, made: ProviderRefund): Promise<Refund> {
  const own = isId(made.refundId ?? '') ? await findRefund(services.db, made.refundId ?? '') : undefined
  return own?.purchaseId === purchase.id ? own : recordForeign(services, purchase, made)
}

/** Records a refund that was made on Stripe, once and with its original time. Its id on Stripe is its key here. */
async function recordForeign(services: Services, purchase: Purchase, made: ProviderRefund): Promise<Refund> {
  return inTransaction(services.db, async (tx) => {
    await lockPurchase(tx, purchase.id)
    const known = await findRefundByKey(tx, purchase.id, made.id)
    if (known !== undefined) return known
    return insertRefund(tx, {
      id: newId(),
      purchaseId: purchase.id,
      idempotencyKey: made.id,
      requestedBy: 'provider',
      status: 'pending',
      amount: made.amount,
      taxAmount: taxOfRefund(purchase, await sumRefunds(tx, purchase.id), made.amount),
      stripeRefundId: made.id,
      createdAt: made.createdAt,
      updatedAt: services.clock.now(),
    })
  })
}

import {
  IdempotencyKeyTaken,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import type { ProviderRefund } from '#foundation/card-provider/refunds.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import type { Refund } from './list-refunds.ts'
import { nextCheck, settleRefund, type RefundOutcome } from './settle-refund.ts'
import { findRefund, recordPending, nextAttempt } from './store.ts'

/** The refund's outcome is unknown, or it was not made and never will be with this key. */
type Answer = RefundOutcome | 'unknown' | 'key is spent'

/**
 * Makes a recorded refund on Stripe and records the response. Stripe's idempotency key is made from the
 * refund, so that this can be repeated at any point. Without a response, the refund stays pending and is
 * checked later.
 */
export async function executeRefund(
  services: Services,
  purchase: Purchase,
  refund: Refund,
  cause: string,
): Promise<Refund> {
  return recordAnswer(services, refund, await askProvider(services, purchase, refund), cause)
}

async function recordAnswer(
  services: Services,
  refund: Refund,
  answer: Answer,
  cause: string,
): Promise<Refund> {
  if (typeof answer === 'object') return settleRefund(services, refund, answer, cause)
  await recordPending(services.db, refund.id, nextCheck(services, refund))
  return refund
}

async function askProvider(services: Services, purchase: Purchase, refund: Refund): Promise<Answer> {
  try {
    return await services.provider.createRefund(purchase.stripeAccountId, {
      refundId: refund.id,
      attempt: refund.attempt,
      purchaseId: purchase.id,
      paymentIntentId: purchase.paymentIntentId ?? '',
      amount: refund.amount,
      refundsFee: purchase.applicationFeeAmount > 0,
    })
  } catch (error) {
    if (error instanceof ProviderRefused) return { status: 'failed', failureReason: error.code }
    if (error instanceof IdempotencyKeyTaken) return 'key is spent'
    if (!(error instanceof OutcomeUnknown || error instanceof ProviderUnreachable)) throw error
    services.log.warn({ err: error, refund: refund.id, purchase: purchase.id }, 'a refund got no answer')
    return error instanceof OutcomeUnknown && error.isStored ? 'key is spent' : 'unknown'
  }
}

/**
 * Looks up the outcome of a pending refund among the refunds of its PaymentIntent, by its id or our mark. A refund that
 * never arrived is requested again, with another key if its own is used up. A refund with an id has arrived, or was
 * made on Stripe, and is never requested.
 */
export async function checkRefund(services: Services, refund: Refund, cause: string): Promise<void> {
  const purchase = await findPurchaseById(services.db, refund.purchaseId)
  if (purchase === undefined || purchase.paymentIntentId === null) return
  const made = await findMade(services, purchase, refund)
  const hasArrived = refund.stripeRefundId !== null
  const answer = made ?? (hasArrived ? 'unknown' : await askProvider(services, purchase, refund))
  if (answer === 'key is spent') await beginAnew(services, purchase, refund, cause)
  else await recordAnswer(services, refund, answer, cause)
}

async function findMade(
  services: Services,
  { stripeAccountId, paymentIntentId }: Purchase,
  refund: Refund,
): Promise<ProviderRefund | undefined> {
  const made = await services.provider.listRefunds(stripeAccountId, paymentIntentId ?? '')
  return made.find(({ id, refundId }) => id === refund.stripeRefundId || refundId === refund.id)
}

/**
 * Stripe has stored a failure for the refund's key and repeats it for a day. The key is used up first, so that no
 * earlier request with it can still take effect. Then the refund is found, or requested with another key.
 */
async function beginAnew(
  services: Services,
  purchase: Purchase,
  refund: Refund,
  cause: string,
): Promise<void> {
  if (!(await retire(services, purchase, refund))) {
    await recordPending(services.db, refund.id, nextCheck(services, refund))
    return
  }
  const made = await findMade(services, purchase, refund)
  if (made !== undefined) {
    await settleRefund(services, refund, made, cause)
    return
  }
  // Another process may already have done this, so its key is used.
  const current = (await nextAttempt(services.db, refund)) ?? (await findRefund(services.db, refund.id))
  if (current?.status === 'pending') await executeRefund(services, purchase, current, cause)
}

/** Whether it is certain that no request with the refund's key can take effect from now on. */
async function retire(services: Services, purchase: Purchase, refund: Refund): Promise<boolean> {
  const { id: refundId, attempt, checkCount } = refund
  const paymentIntentId = purchase.paymentIntentId ?? ''
  try {
    const request = { refundId, attempt, checkCount, paymentIntentId }
    await services.provider.retireRefund(purchase.stripeAccountId, request)
    return true
  } catch (error) {
    if (error instanceof IdempotencyKeyTaken) return true
    if (error instanceof OutcomeUnknown || error instanceof ProviderUnreachable) return false
    throw error
  }
}

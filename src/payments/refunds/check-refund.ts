import {
  IdempotencyKeyTaken,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import type { ProviderRefund } from '#foundation/card-provider/refunds.ts'
import type { Parts } from '#foundation/parts.ts'
import { findPurchaseById } from '#payments/purchases/find-purchase.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import type { Refund } from './list-refunds.ts'
import { nextCheck, settleRefund, type RefundOutcome } from './settle-refund.ts'
import { findRefund, keepPending, nextAttempt } from './store.ts'

/** What was asked for may have taken place, or not; or it did not, and never will under this key. */
type Answer = RefundOutcome | 'unknown' | 'key is spent'

/**
 * Has the provider carry out a recorded refund, and records what it answers. The provider's key comes from the refund,
 * so this can be repeated at any point; without an answer the refund stays pending and is due to be checked.
 */
export async function carryOutRefund(
  parts: Parts,
  purchase: Purchase,
  refund: Refund,
  cause: string,
): Promise<Refund> {
  return recordAnswer(parts, refund, await askProvider(parts, purchase, refund), cause)
}

async function recordAnswer(parts: Parts, refund: Refund, answer: Answer, cause: string): Promise<Refund> {
  if (typeof answer === 'object') return settleRefund(parts, refund, answer, cause)
  await keepPending(parts.db, refund.id, nextCheck(parts, refund))
  return refund
}

async function askProvider(parts: Parts, purchase: Purchase, refund: Refund): Promise<Answer> {
  try {
    return await parts.provider.createRefund(purchase.stripeAccountId, {
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
    parts.log.warn({ err: error, refund: refund.id, purchase: purchase.id }, 'a refund got no answer')
    return error instanceof OutcomeUnknown && error.isKept ? 'key is spent' : 'unknown'
  }
}

/**
 * Finds out what became of a refund that is not settled: by its own mark among the refunds of the PaymentIntent, and
 * where it never arrived, by asking for it again under its own key, or under another one where that is spent.
 */
export async function checkRefund(parts: Parts, refund: Refund, cause: string): Promise<void> {
  const purchase = await findPurchaseById(parts.db, refund.purchaseId)
  if (purchase === undefined || purchase.paymentIntentId === null) return
  const made = await findMade(parts, purchase, refund)
  const answer = made ?? (await askProvider(parts, purchase, refund))
  if (answer === 'key is spent') await beginAnew(parts, purchase, refund, cause)
  else await recordAnswer(parts, refund, answer, cause)
}

async function findMade(
  parts: Parts,
  { stripeAccountId, paymentIntentId }: Purchase,
  refund: Refund,
): Promise<ProviderRefund | undefined> {
  const made = await parts.provider.listRefunds(stripeAccountId, paymentIntentId ?? '')
  return made.find(({ refundId }) => refundId === refund.id)
}

/**
 * The provider has kept a failure for the refund's key and repeats it for a day. The key is used up first, so that an
 * earlier request with it can no longer take place; what has taken place by then is found, and else the refund is
 * asked for under another key.
 */
async function beginAnew(parts: Parts, purchase: Purchase, refund: Refund, cause: string): Promise<void> {
  if (!(await retire(parts, purchase, refund))) {
    await keepPending(parts.db, refund.id, nextCheck(parts, refund))
    return
  }
  const made = await findMade(parts, purchase, refund)
  if (made !== undefined) {
    await settleRefund(parts, refund, made, cause)
    return
  }
  // Another process may have gone on already: then its key is the one to ask with.
  const current = (await nextAttempt(parts.db, refund)) ?? (await findRefund(parts.db, refund.id))
  if (current?.status === 'pending') await carryOutRefund(parts, purchase, current, cause)
}

/** Whether no request with the refund's key can take place from now on. */
async function retire(parts: Parts, purchase: Purchase, refund: Refund): Promise<boolean> {
  const { id: refundId, attempt, checkCount } = refund
  const paymentIntentId = purchase.paymentIntentId ?? ''
  try {
    const request = { refundId, attempt, checkCount, paymentIntentId }
    await parts.provider.retireRefund(purchase.stripeAccountId, request)
    return true
  } catch (error) {
    if (error instanceof IdempotencyKeyTaken) return true
    if (error instanceof OutcomeUnknown || error instanceof ProviderUnreachable) return false
    throw error
  }
}

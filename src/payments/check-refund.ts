import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#card-provider/errors.ts'
import type { Parts } from '#parts.ts'
import { findPurchaseById } from './find-purchase.ts'
import type { Purchase } from './purchase.ts'
import { keepPending, type Refund } from './refund-store.ts'
import { nextCheck, settleRefund, type RefundOutcome } from './settle-refund.ts'

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
  const outcome = await askProvider(parts, purchase, refund)
  if (outcome !== undefined) return settleRefund(parts, refund, outcome, cause)
  await keepPending(parts.db, refund.id, nextCheck(parts, refund))
  return refund
}

async function askProvider(
  parts: Parts,
  purchase: Purchase,
  refund: Refund,
): Promise<RefundOutcome | undefined> {
  try {
    return await parts.provider.createRefund(purchase.stripeAccountId, {
      refundId: refund.id,
      purchaseId: purchase.id,
      paymentIntentId: purchase.paymentIntentId ?? '',
      amount: refund.amount,
      refundsFee: purchase.applicationFeeAmount > 0,
    })
  } catch (error) {
    if (error instanceof ProviderRefused) return { status: 'failed', failureReason: error.code }
    if (!(error instanceof OutcomeUnknown || error instanceof ProviderUnreachable)) throw error
    parts.log.warn({ err: error, refund: refund.id, purchase: purchase.id }, 'a refund got no answer')
    return undefined
  }
}

/**
 * Finds out what became of a refund that is not settled: by its own mark among the refunds of the PaymentIntent, and
 * where it never arrived, by asking for it again under its own key.
 */
export async function checkRefund(parts: Parts, refund: Refund, cause: string): Promise<void> {
  const purchase = await findPurchaseById(parts.db, refund.purchaseId)
  if (purchase === undefined || purchase.paymentIntentId === null) return
  const made = await parts.provider.listRefunds(purchase.stripeAccountId, purchase.paymentIntentId)
  const found = made.find(({ refundId }) => refundId === refund.id)
  if (found === undefined) await carryOutRefund(parts, purchase, refund, cause)
  else await settleRefund(parts, refund, found, cause)
}

import { ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Charged, ChargedPurchase } from '../charge/charge-purchase.ts'
import { accountDisconnected, neverSent } from '../charge/failed-charge.ts'
import type { PurchaseOutcome } from '../contract.ts'
import {
  AccountNotPayable,
  IdempotencyKeyReused,
  PaymentInProgress,
  PaymentRefused,
  PaymentUnsettled,
} from '../errors.ts'
import { paymentMessages } from '../messages.ts'
import { paidWithText } from '../charge/paid-with.ts'
import { purchaseSecret } from '../records/purchase-secret.ts'
import { wasPaid } from '../purchase.ts'
import { concealedReasons } from './concealed-reasons.ts'

type AfterPaying = { readonly successMessage: string | null; readonly redirectUrl: string | null }

/** What the buyer is told of a purchase. */
export function describePurchase(
  authSecret: string,
  charged: ChargedPurchase,
  { successMessage, redirectUrl }: AfterPaying,
): PurchaseOutcome {
  const { purchase, clientSecret } = charged
  const base = { purchaseId: purchase.id, secret: purchaseSecret(authSecret, purchase) }
  if (wasPaid(purchase.status)) {
    return { ...base, status: 'paid', successMessage, redirectUrl, paidWith: paidWithText(purchase) }
  }
  if (purchase.status === 'failed') {
    const message = purchase.failureMessage ?? ''
    const reason = purchase.failureReason ?? 'card_declined'
    return {
      ...base,
      status: 'failed',
      reason: concealedReasons.has(reason) ? 'generic_decline' : reason,
      message: message === '' ? paymentMessages.failed : message,
      method: purchase.paymentMethodType,
    }
  }
  if (purchase.status === 'canceled') {
    const { paymentMethodType: method } = purchase
    return { ...base, status: 'failed', reason: 'canceled', message: paymentMessages.notCharged, method }
  }
  if (purchase.status === 'requires_action' && clientSecret !== null) {
    return { ...base, status: 'requires_action', clientSecret }
  }
  return { ...base, status: 'processing', settlesBy: purchase.settlesBy?.toISOString() ?? null }
}

/** The answer to paying: a refusal is no success with a failure inside, but a 402, 409, 422 or 503. */
export function answerToPaying(authSecret: string, charged: Charged, after: AfterPaying): PurchaseOutcome {
  if (charged.kind === 'key_reused') throw new IdempotencyKeyReused()
  if (charged.kind === 'unsettled') throw new PaymentUnsettled()
  if (charged.kind === 'in_progress') {
    const { purchase } = charged
    throw new PaymentInProgress(purchase.id, purchaseSecret(authSecret, purchase))
  }
  if (charged.purchase.failureReason === neverSent) throw new ProviderUnreachable()
  if (charged.purchase.failureReason === accountDisconnected) throw new AccountNotPayable()
  const outcome = describePurchase(authSecret, charged, after)
  if (outcome.status !== 'failed') return outcome
  const { message, reason, purchaseId, secret } = outcome
  throw new PaymentRefused(message, { reason, purchaseId, secret }, charged.waitSeconds ?? 0)
}

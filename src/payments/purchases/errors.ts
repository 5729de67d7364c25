import { msg } from '#foundation/language/t.ts'
import { defineFailure, Failure } from '#foundation/failures/failure.ts'

export class PaymentUnsettled extends defineFailure(
  'payment_unsettled',
  409,
  msg(
    'An earlier payment with this email is still in progress. Finish it where you started it, or wait up to one hour for it to end. You have not been charged again.',
  ),
) {}

export class PaymentInProgress extends defineFailure(
  'payment_in_progress',
  409,
  msg('We are checking your payment. Do not pay again.'),
  { retryAfter: 1 },
) {
  override readonly details: { readonly purchaseId: string; readonly secret: string }

  constructor(purchaseId: string, secret: string) {
    super()
    this.details = { purchaseId, secret }
  }
}

export class IdempotencyKeyReused extends defineFailure(
  'idempotency_key_reused',
  422,
  msg('This Idempotency-Key was used for another purchase'),
) {}

export const notPayableNow = msg('This form cannot be paid right now. You have not been charged.')

/** We have no access to the seller's account. Another card would not help, and the seller has been notified. */
export class AccountNotPayable extends defineFailure('account_not_payable', 409, notPayableNow) {}

/** The payment failed. `details.reason` is Stripe's code, by which the page chooses the next step. */
export class PaymentRefused extends Failure {
  readonly status = 402
  readonly code = 'payment_refused'
  override readonly details: {
    readonly reason: string
    readonly purchaseId: string
    readonly secret: string
  }

  override readonly retryAfter: number | undefined

  /** @param waitSeconds how long this client must wait before the next attempt, or 0 */
  constructor(message: string, details: PaymentRefused['details'], waitSeconds: number) {
    super(message)
    this.details = details
    this.retryAfter = waitSeconds > 0 ? waitSeconds : undefined
  }
}

/** The key was valid until the buyer's email was corrected. Emails to the new address contain the new key. */
export class LinkReplaced extends defineFailure(
  'link_replaced',
  410,
  msg('This link was replaced. Use the link in your newest email about this purchase.'),
) {}

import { type Message, msg, say } from '#foundation/language/t.ts'
import { Failure } from '#foundation/failures/failure.ts'

/**
 * Why a code was rejected. `not-valid` covers codes that never existed and codes that cannot be used, so that
 * guessing reveals neither.
 */
export type CouponRefusal =
  | 'not-valid'
  | 'other-price'
  | 'gone'
  | 'new-price'
  | 'changed'
  | 'ended'
  | 'shown-long-ago'
  | 'used-up'
  | 'used-by-buyer'
  | 'needs-card'
  | 'not-today'

const texts: Readonly<Record<CouponRefusal, Message>> = {
  'not-valid': msg('This code is not valid for this purchase.'),
  'other-price': msg('This code does not work for the price you chose.'),
  gone: msg('This code can no longer be used for this purchase.'),
  'new-price': msg('This code does not work with the current price.'),
  changed: msg('The discount of this code has changed.'),
  ended: msg('This code has ended.'),
  'shown-long-ago': msg('This code was entered some time ago. Please enter it again.'),
  'not-today': msg('This code cannot be used with a trial.'),
  'used-up': msg('This code has just reached its limit.'),
  'needs-card': msg(
    'This code is limited per person, so it only works with a card. Pay by card, or remove the code.',
  ),
  'used-by-buyer': msg('This code has already been used with your email or card.'),
}

/** The code was rejected and nothing was charged. `details.quote`, if present, is the price without the code. */
export class CouponRefused extends Failure {
  readonly status = 409
  readonly code = 'coupon_refused'
  readonly reason: CouponRefusal
  override readonly details: { readonly reason: CouponRefusal; readonly quote?: unknown }

  constructor(reason: CouponRefusal, quote?: unknown) {
    super(say(texts[reason]))
    this.reason = reason
    this.details = { reason, ...(quote !== undefined && { quote }) }
  }
}

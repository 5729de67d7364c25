import { Failure } from '#foundation/failures/failure.ts'

/** `not-valid` tells a code that never was from none that can be used, to nobody; `other-price` tells of one that can. */
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

/** Words after what nobody has to be told who only guesses. */
const texts: Readonly<Record<CouponRefusal, string>> = {
  'not-valid': 'This code is not valid here.',
  'other-price': 'This code does not work for the price that you chose.',
  gone: 'This code can no longer be used here.',
  'new-price': 'This code does not work with the price as it is now.',
  changed: 'The seller has changed what this code takes off.',
  ended: 'This code has ended.',
  'shown-long-ago': 'What this code takes off was shown some time ago. Enter it again.',
  'not-today': 'This code cannot be used with a trial that begins today.',
  'used-up': 'Somebody else was faster: this code has been used up.',
  'needs-card':
    'This code can be used so many times per person only, so it needs a card: what you chose to pay with could be anybody’s. Pay by card with this code, or pay without it.',
  'used-by-buyer': 'This code has been used with your email or your card before.',
}

/** A code is not taken; nothing was charged. `details.quote`, where there is one, is the price without it. */
export class CouponRefused extends Failure {
  readonly status = 409
  readonly code = 'coupon_refused'
  readonly reason: CouponRefusal
  override readonly details: { readonly reason: CouponRefusal; readonly quote?: unknown }

  constructor(reason: CouponRefusal, quote?: unknown) {
    super(texts[reason])
    this.reason = reason
    this.details = { reason, ...(quote !== undefined && { quote }) }
  }
}

import { defineFailure, Failure } from '#foundation/failures/failure.ts'

/** It has ended, or the seller has canceled it. */
export class NotResumable extends defineFailure(
  'not_resumable',
  409,
  'This subscription cannot be resumed',
) {}

/** Otherwise buyers would keep paying a seller who is gone. */
export class SubscriptionsRunning extends defineFailure(
  'subscriptions_running',
  409,
  'You still have active subscriptions. Cancel them on their sales first.',
) {}

/** It changes all the time while being read; nothing was begun for this request. */
export class SubscriptionBusy extends defineFailure(
  'subscription_busy',
  503,
  'Your subscription is being updated. Try again in a few seconds.',
  { retryAfter: 1 },
) {}

/** Nothing will be charged again, so no card is needed. */
export class SubscriptionEnded extends defineFailure(
  'subscription_ended',
  409,
  'This subscription has ended',
) {}

/** The provider was asked to charge the card and did not answer. */
export class CollectionUnknown extends defineFailure(
  'collection_unknown',
  503,
  (where: 'The sale' | 'This page') =>
    `We do not know yet whether the card was charged. ${where} will show it within minutes.`,
  { retryAfter: 60 },
) {}

/** The card did not pay the open invoice. A new card is still saved for the next attempt. */
export class CardRefused extends Failure {
  readonly status = 402
  readonly code = 'card_refused'
  override readonly details: { readonly reason: string }

  constructor(message: string, reason: string) {
    super(message)
    this.details = { reason }
  }
}

/** A trial within the last year rules out another; the purchase can begin without one. */
export class TrialUsed extends defineFailure(
  'trial_used',
  409,
  'This email or card has already been used for a free trial in the last year. You have not been charged.',
) {}

/** The reminder before the first payment would not arrive at a disposable address. */
export class TrialNeedsAddress extends defineFailure(
  'trial_used',
  409,
  'A trial needs a permanent email address so we can remind you before you are charged. You have not been charged.',
) {}

/** The payment method could be anyone's, so it does not identify the buyer. */
export class TrialNeedsCard extends defineFailure(
  'trial_used',
  409,
  'A trial only works with a card. Use a card, or start without the trial. You have not been charged.',
) {}

/** The plan cannot be paid off now. */
export class PayoffUnavailable extends defineFailure(
  'payoff_unavailable',
  409,
  'You cannot pay off your plan right now. A payment is due, or the subscription has ended. You have not been charged.',
) {}

/** A debit's outcome is unknown for days, and the plan could end before that. */
export class PayoffNeedsCard extends defineFailure(
  'payoff_needs_card',
  409,
  'You can only pay off your plan with a card or Link. Change to a card first, or keep paying as planned. You have not been charged.',
) {}

/** Another amount is left than the buyer agreed to; `total` in minor units, null: nothing that can be paid now. */
export class PayoffChanged extends defineFailure(
  'payoff_changed',
  409,
  'The remaining amount has changed. You have not been charged for it.',
) {
  override readonly details: { readonly total: number | null }

  constructor(total: number | null) {
    super()
    this.details = { total }
  }
}

/** No other price is available now, or not this one. */
export class PriceChangeUnavailable extends defineFailure(
  'price_change_unavailable',
  409,
  'You cannot switch to this plan right now. Your subscription has not changed.',
) {}

/** The price or its first day differ from what the buyer agreed to. */
export class PriceChangeDiffers extends defineFailure(
  'price_change_differs',
  409,
  'The terms have changed. Please review them again. Your subscription has not changed.',
) {}

/** The price change to undo has taken effect. */
export class PriceChangeBegun extends defineFailure(
  'price_change_begun',
  409,
  'It is too late to undo this change. Reload the page to see your plan. You can switch again.',
) {}

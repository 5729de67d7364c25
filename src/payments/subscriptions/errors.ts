import { defineFailure, Failure } from '#foundation/failures/failure.ts'

/** It has ended, or the seller has canceled it. */
export class NotResumable extends defineFailure(
  'not_resumable',
  409,
  'This subscription cannot be resumed',
) {}

/** Buyers would go on paying somebody who is gone. */
export class SubscriptionsRunning extends defineFailure(
  'subscriptions_running',
  409,
  'Buyers still pay you by subscription. Cancel these subscriptions on their sales, then come back.',
) {}

/** Others change it again and again while it is read; nothing was begun for whoever is told this. */
export class SubscriptionBusy extends defineFailure(
  'subscription_busy',
  503,
  'Your subscription is being changed at this moment. Try again in a few seconds.',
  { retryAfter: 1 },
) {}

/** Nothing will be charged again, so no card is needed. */
export class SubscriptionEnded extends defineFailure(
  'subscription_ended',
  409,
  'This subscription has ended',
) {}

/** The provider was asked to charge the card and gave no answer. */
export class CollectionUnknown extends defineFailure(
  'collection_unknown',
  503,
  (where: 'The sale' | 'This page') =>
    `We do not know yet whether the card was charged. ${where} will show it within minutes.`,
  { retryAfter: 60 },
) {}

/** The card did not pay what is open. A new one is kept for the next try all the same. */
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
  'A trial of this has been started with this email address or card within the last year, or is just being started. You have not been charged.',
) {}

/** The reminder before the first payment would reach nobody at an address that is not the buyer's to keep. */
export class TrialNeedsAddress extends defineFailure(
  'trial_used',
  409,
  'A trial needs an email address that you keep: before the first payment we write to you there. You have not been charged.',
) {}

/** What is paid with could be anybody's, and would not tell one buyer from another. */
export class TrialNeedsCard extends defineFailure(
  'trial_used',
  409,
  'A trial needs a card: what you chose to pay with could be anybody’s. Use a card, or start without the trial. You have not been charged.',
) {}

/** The rest of a plan cannot be paid at once now. */
export class PayoffUnavailable extends defineFailure(
  'payoff_unavailable',
  409,
  'The rest cannot be paid at once at the moment: a payment is due now, or the subscription has ended. You have not been charged.',
) {}

/** Whether a debit is paid nobody knows for days, and the plan could end meanwhile. */
export class PayoffNeedsCard extends defineFailure(
  'payoff_needs_card',
  409,
  'Only a card or Link can pay the rest at once. Change to a card first, or let your plan go on as it is. You have not been charged.',
) {}

/** Another amount is left than the buyer has agreed to; `total` in minor units, null: nothing that can be paid now. */
export class PayoffChanged extends defineFailure(
  'payoff_changed',
  409,
  'What is left to pay is no longer what you agreed to. You have not been charged for the rest.',
) {
  override readonly details: { readonly total: number | null }

  constructor(total: number | null) {
    super()
    this.details = { total }
  }
}

/** No other price can be asked for now, or not this one. */
export class PriceChangeUnavailable extends defineFailure(
  'price_change_unavailable',
  409,
  'You cannot change to this at the moment. Your subscription goes on as it is.',
) {}

/** It costs something else than the buyer has agreed to, or would begin on another day. */
export class PriceChangeDiffers extends defineFailure(
  'price_change_differs',
  409,
  'This is no longer what you agreed to. Look at it again; your subscription goes on as it is.',
) {}

/** A change of price that its buyer takes back has taken effect. */
export class PriceChangeBegun extends defineFailure(
  'price_change_begun',
  409,
  'It is too late to take this change back. Reload the page to see how your plan stands; you can change again.',
) {}

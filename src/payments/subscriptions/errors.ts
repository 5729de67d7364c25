import { msg } from '#foundation/language/t.ts'
import { defineFailure, Failure } from '#foundation/failures/failure.ts'

export class NotResumable extends defineFailure(
  'not_resumable',
  409,
  msg('This subscription cannot be resumed'),
) {}

/** A seller cannot leave with active subscriptions, because buyers would keep paying. */
export class SubscriptionsRunning extends defineFailure(
  'subscriptions_running',
  409,
  msg('You still have active subscriptions. Cancel them on their sale pages first.'),
) {}

/** The subscription keeps changing while we read it. Nothing was started for this request. */
export class SubscriptionBusy extends defineFailure(
  'subscription_busy',
  503,
  msg('Your subscription is being updated. Try again in a few seconds.'),
  { retryAfter: 1 },
) {}

export class SubscriptionEnded extends defineFailure(
  'subscription_ended',
  409,
  msg('This subscription has ended'),
) {}

/** Stripe was asked to charge the card and did not respond. */
export class CollectionUnknown extends defineFailure(
  'collection_unknown',
  503,
  (where: 'sale' | 'page') =>
    where === 'sale'
      ? msg('We do not know yet whether the card was charged. The sale will show it within minutes.')
      : msg('We do not know yet whether the card was charged. This page will show it within minutes.'),
  { retryAfter: 60 },
) {}

/** The card could not pay the open invoice. A new card is still saved for the next attempt. */
export class CardRefused extends Failure {
  readonly status = 402
  readonly code = 'card_refused'
  override readonly details: { readonly reason: string }

  constructor(message: string, reason: string) {
    super(message)
    this.details = { reason }
  }
}

/** The bank asks the buyer to confirm on the provider's page. Until then, nothing is charged and the pause stays. */
export class PauseNeedsBank extends defineFailure(
  'pause_needs_bank',
  402,
  msg('Your bank needs you to confirm this payment. Until you do, your subscription stays paused.'),
) {
  override readonly details: { readonly pageUrl: string }

  constructor(pageUrl: string) {
    super()
    this.details = { pageUrl }
  }
}

/** The buyer had a trial within the last year and cannot have another. They can still buy without a trial. */
export class TrialUsed extends defineFailure(
  'trial_used',
  409,
  msg(
    'This email or card has already been used for a free trial in the last year. You have not been charged.',
  ),
) {}

/** The reminder before the first payment would not arrive at a disposable email address. */
export class TrialNeedsAddress extends defineFailure(
  'trial_used',
  409,
  msg(
    'A trial needs a permanent email address so we can remind you before you are charged. You have not been charged.',
  ),
) {}

/** The payment method could belong to anyone, so it does not identify the buyer. */
export class TrialNeedsCard extends defineFailure(
  'trial_used',
  409,
  msg('A trial only works with a card. Use a card, or start without the trial. You have not been charged.'),
) {}

export class PayoffUnavailable extends defineFailure(
  'payoff_unavailable',
  409,
  msg(
    'You cannot pay off your plan right now. A payment is due, or the subscription has ended. You have not been charged.',
  ),
) {}

/** The outcome of a debit is unknown for days, and the plan could end before that. */
export class PayoffNeedsCard extends defineFailure(
  'payoff_needs_card',
  409,
  msg(
    'You can only pay off your plan with a card or Link. Change to a card first, or keep paying as planned. You have not been charged.',
  ),
) {}

/** The rest is not the amount that the buyer agreed to: `total` in minor units, or null if nothing can be paid now. */
export class PayoffChanged extends defineFailure(
  'payoff_changed',
  409,
  msg('The remaining amount has changed. You have not been charged for it.'),
) {
  override readonly details: { readonly total: number | null }

  constructor(total: number | null) {
    super()
    this.details = { total }
  }
}

export class PriceChangeUnavailable extends defineFailure(
  'price_change_unavailable',
  409,
  msg('You cannot switch to this plan right now. Your subscription has not changed.'),
) {}

export class PriceChangeDiffers extends defineFailure(
  'price_change_differs',
  409,
  msg('The terms have changed. Please review them again. Your subscription has not changed.'),
) {}

export class PriceChangeBegun extends defineFailure(
  'price_change_begun',
  409,
  msg('It is too late to undo this change. Reload the page to see your plan. You can switch again.'),
) {}

const never = msg('This subscription cannot be paused.')
const afterPayment = msg('You can pause once your open payment is settled.')
const pauseProblems = {
  not_offered: never,
  installments: never,
  canceled: never,
  unpaid: afterPayment,
  disputed: afterPayment,
  trial: msg('You can pause after your trial.'),
  price_change: msg('You can pause once your new plan has begun.'),
  discount: msg('You can pause once your discount has ended.'),
  too_early: msg('You can do this closer to your next payment.'),
  too_long: never,
  paused: msg('This subscription is already paused.'),
  skipped_often: msg('You have already skipped two payments in a row.'),
}

export type PauseRefusal = keyof typeof pauseProblems

/** Why a subscription cannot be paused now. Nothing was changed. */
export class PauseUnavailable extends defineFailure(
  'pause_unavailable',
  409,
  (problem: PauseRefusal) => pauseProblems[problem],
) {}

/** The buyer was shown a payment that is not the next one. */
export class PauseDiffers extends defineFailure(
  'pause_differs',
  409,
  msg('Your payments have changed since you opened this page, so nothing was done. Please check again.'),
) {}

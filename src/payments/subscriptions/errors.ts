import { Failure } from '#foundation/failures/failure.ts'

/** It has ended, or the seller has canceled it. */
export class NotResumable extends Failure {
  readonly status = 409
  readonly code = 'not_resumable'

  constructor() {
    super('This subscription cannot be resumed')
  }
}

/** Buyers would go on paying somebody who is gone. */
export class SubscriptionsRunning extends Failure {
  readonly status = 409
  readonly code = 'subscriptions_running'

  constructor() {
    super('Buyers still pay you by subscription. Cancel these subscriptions on their sales, then come back.')
  }
}

/** Others change it again and again while it is read; nothing was begun for whoever is told this. */
export class SubscriptionBusy extends Failure {
  readonly status = 503
  readonly code = 'subscription_busy'
  override readonly retryAfter = 1

  constructor() {
    super('Your subscription is being changed at this moment. Try again in a few seconds.')
  }
}

/** Nothing will be charged again, so no card is needed. */
export class SubscriptionEnded extends Failure {
  readonly status = 409
  readonly code = 'subscription_ended'

  constructor() {
    super('This subscription has ended')
  }
}

/** The provider was asked to charge the card and gave no answer. */
export class CollectionUnknown extends Failure {
  readonly status = 503
  readonly code = 'collection_unknown'
  override readonly retryAfter = 60

  /** `where` it will be told. */
  constructor(where: 'The sale' | 'This page') {
    super(`We do not know yet whether the card was charged. ${where} will show it within minutes.`)
  }
}

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

/** Who has had a trial of it within a year can begin without one. */
export class TrialUsed extends Failure {
  readonly status = 409
  readonly code = 'trial_used'

  constructor(
    message = 'A trial of this has been started with this email address or card within the last year, or is just being started. You have not been charged.',
  ) {
    super(message)
  }
}

/** So can who gives an address that is not theirs to keep: the reminder before the first payment would reach nobody. */
export class TrialNeedsAddress extends TrialUsed {
  constructor() {
    super(
      'A trial needs an email address that you keep: before the first payment we write to you there. You have not been charged.',
    )
  }
}

/** So can whoever pays with what could be anybody's. */
export class TrialNeedsCard extends TrialUsed {
  constructor() {
    super(
      'A trial needs a card: what you chose to pay with could be anybody’s. Use a card, or start without the trial. You have not been charged.',
    )
  }
}

/** The rest of a plan cannot be paid at once now. */
export class PayoffUnavailable extends Failure {
  readonly status = 409
  readonly code = 'payoff_unavailable'

  constructor() {
    super(
      'The rest cannot be paid at once at the moment: a payment is due now, or the subscription has ended. You have not been charged.',
    )
  }
}

/** Whether a debit is paid nobody knows for days, and the plan could end meanwhile. */
export class PayoffNeedsCard extends Failure {
  readonly status = 409
  readonly code = 'payoff_needs_card'

  constructor() {
    super(
      'Only a card or Link can pay the rest at once. Change to a card first, or let your plan go on as it is. You have not been charged.',
    )
  }
}

/** Another amount is left than the buyer has agreed to; `total` in minor units, null: nothing that can be paid now. */
export class PayoffChanged extends Failure {
  readonly status = 409
  readonly code = 'payoff_changed'
  override readonly details: { readonly total: number | null }

  constructor(total: number | null) {
    super('What is left to pay is no longer what you agreed to. You have not been charged for the rest.')
    this.details = { total }
  }
}

/** No other price can be asked for now, or not this one. */
export class PriceChangeUnavailable extends Failure {
  readonly status = 409
  readonly code = 'price_change_unavailable'

  constructor() {
    super('You cannot change to this at the moment. Your subscription goes on as it is.')
  }
}

/** It costs something else than the buyer has agreed to, or would begin on another day. */
export class PriceChangeDiffers extends Failure {
  readonly status = 409
  readonly code = 'price_change_differs'

  constructor() {
    super('This is no longer what you agreed to. Look at it again; your subscription goes on as it is.')
  }
}

/** A change of price that its buyer takes back has taken effect. */
export class PriceChangeBegun extends Failure {
  readonly status = 409
  readonly code = 'price_change_begun'

  constructor() {
    super(
      'It is too late to take this change back. Reload the page to see how your plan stands; you can change again.',
    )
  }
}

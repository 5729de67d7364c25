import { Failure } from '#foundation/http/errors.ts'

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

  constructor() {
    super('We do not know yet whether the card was charged. The sale will show it within minutes.')
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

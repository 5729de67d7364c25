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

/** The new card did not pay what is open. It is kept for the next try all the same. */
export class CardRefused extends Failure {
  readonly status = 402
  readonly code = 'card_refused'
  override readonly details: { readonly reason: string }

  constructor(message: string, reason: string) {
    super(message)
    this.details = { reason }
  }
}

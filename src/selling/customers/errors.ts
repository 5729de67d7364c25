import { Failure } from '#foundation/failures/failure.ts'

export class SameCustomer extends Failure {
  readonly status = 409
  readonly code = 'same_customer'

  constructor() {
    super('These two are one customer already')
  }
}

export class TooLate extends Failure {
  readonly status = 409
  readonly code = 'too_late'

  constructor() {
    super('A merge can be undone for 30 days')
  }
}

/** A customer who is charged again cannot be erased. */
export class HasSubscription extends Failure {
  readonly status = 409
  readonly code = 'has_subscription'

  constructor() {
    super('This customer has a subscription that goes on. Cancel it first.')
  }
}

/** What the law has written to somebody reaches them before they are erased. */
export class MailWaiting extends Failure {
  readonly status = 409
  readonly code = 'mail_waiting'

  constructor() {
    super('An email to this customer is still to be sent. Try again when it is.')
  }
}

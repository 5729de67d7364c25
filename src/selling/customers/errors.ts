import { defineFailure } from '#foundation/failures/failure.ts'

export class SameCustomer extends defineFailure('same_customer', 409, 'These two are one customer already') {}

export class TooLate extends defineFailure('too_late', 409, 'A merge can be undone for 30 days') {}

/** A customer who is charged again cannot be erased. */
export class HasSubscription extends defineFailure(
  'has_subscription',
  409,
  'This customer has a subscription that goes on. Cancel it first.',
) {}

/** What the law has written to somebody reaches them before they are erased. */
export class MailWaiting extends defineFailure(
  'mail_waiting',
  409,
  'An email to this customer is still to be sent. Try again when it is.',
) {}

import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

export class SameCustomer extends defineFailure(
  'same_customer',
  409,
  msg('These customers are already merged'),
) {}

export class TooLate extends defineFailure(
  'too_late',
  409,
  msg('You can only undo a merge within 30 days'),
) {}

/** A customer with future charges cannot be erased. */
export class HasSubscription extends defineFailure(
  'has_subscription',
  409,
  msg('This customer has an active subscription. Cancel it first.'),
) {}

/** A customer cannot be erased before the emails that the law requires are sent. */
export class MailWaiting extends defineFailure(
  'mail_waiting',
  409,
  msg('We are still sending an email to this customer. Try again in a moment.'),
) {}

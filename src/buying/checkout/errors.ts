import { type Message, msg, say } from '#foundation/language/t.ts'
import { defineFailure, Failure } from '#foundation/failures/failure.ts'
import type { Quote } from './contract.ts'

export class FormNotFound extends defineFailure('form_not_found', 404, msg('This form does not exist')) {}

export class FormDeleted extends defineFailure(
  'form_deleted',
  410,
  msg('This form is no longer available'),
) {}

export class FormNotPayable extends defineFailure('form_not_payable', 409, (reason: Message) => reason) {}

/** The seller has paused sales. Nothing was charged. */
export class FormPaused extends defineFailure(
  'form_paused',
  409,
  msg('Sales of this form are paused. You have not been charged.'),
) {}

/** The price has changed since it was shown. Nothing was charged, and `details.quote` is the new quote. */
export class QuoteChanged extends Failure {
  readonly status = 409
  readonly code = 'quote_changed'
  override readonly details: { readonly quote: Quote }

  /** @param gone whether the chosen price or a bump is no longer available */
  constructor(quote: Quote, gone: keyof typeof changes = 'nothing') {
    super(say(changes[gone]))
    this.details = { quote }
  }
}

const changes = {
  nothing: msg('The price has changed.'),
  price: msg('The price you chose is no longer available.'),
  bump: msg('Something you added to your order is no longer available.'),
} as const

/** A timer redirects buyers, and this buyer's price is no longer valid. Nothing was charged. */
export class OfferEnded extends defineFailure(
  'offer_ended',
  410,
  msg('This sale has ended. You have not been charged.'),
) {
  override readonly details: { readonly redirectUrl: string | null }

  constructor(redirectUrl: string | null) {
    super()
    this.details = { redirectUrl }
  }
}

const questions = {
  paid: msg('You bought this less than two hours ago. Buy it again?'),
  'with the bank': msg('Your bank is still processing your earlier payment for this. Buy it a second time?'),
  'begun elsewhere': msg(
    'A payment with this email was started on another connection and is not finished. If it is yours, finish it there. Buy this here anyway?',
  ),
} as const

/**
 * Someone with this email has already paid for this form, or a bank is processing their payment. `isRepeat`
 * in the next request confirms a second purchase.
 */
export class BoughtBefore extends defineFailure(
  'bought_before',
  409,
  (before: keyof typeof questions) => questions[before],
) {}

/** The link leads back to an order that has already been paid. */
export class ResumePaid extends defineFailure(
  'resume_paid',
  409,
  msg('You have already paid for this order. The email with your receipt links to your purchase.'),
) {}

/** We cannot send a link to the order, for example because the buyer unsubscribed from these emails. */
export class OrderLinkUnavailable extends defineFailure(
  'order_link_unavailable',
  409,
  msg('We cannot email you a link to this order. You can still pay here.'),
) {}

/** The link leads back to an order that is too old, was changed, or whose buyer was erased. */
export class ResumeEnded extends defineFailure(
  'resume_ended',
  410,
  msg('This link no longer leads back to your order. You can still order here.'),
) {}

/** The form no longer offers reminders by email. */
export class ReminderOff extends defineFailure(
  'reminder_off',
  409,
  msg('Reminders are not available here right now.'),
) {}

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

/** The seller paused sales; nothing was charged. */
export class FormPaused extends defineFailure(
  'form_paused',
  409,
  msg('Sales of this form are paused. You have not been charged.'),
) {}

/** The price has changed since it was shown; nothing was charged, and `details.quote` is the new one. */
export class QuoteChanged extends Failure {
  readonly status = 409
  readonly code = 'quote_changed'
  override readonly details: { readonly quote: Quote }

  /** `gone` is the chosen price or bump that is no longer available. */
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

/** A timer redirects buyers, and this buyer's price is no longer valid; nothing was charged. */
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
 * The same email has already paid for this form, or a bank has its payment. `isRepeat` in the next request confirms a
 * second purchase.
 */
export class BoughtBefore extends defineFailure(
  'bought_before',
  409,
  (before: keyof typeof questions) => questions[before],
) {}

/** The order that a link leads back to was paid. */
export class ResumePaid extends defineFailure(
  'resume_paid',
  409,
  msg('You have already paid for this order. The email with your receipt links to your purchase.'),
) {}

/** A link back to an order that is too old, was changed, or whose buyer was erased. */
export class ResumeEnded extends defineFailure(
  'resume_ended',
  410,
  msg('This link no longer leads back to your order. You can still order here.'),
) {}

/** The form no longer offers reminders. */
export class ReminderOff extends defineFailure(
  'reminder_off',
  409,
  msg('Reminders are not available here right now.'),
) {}

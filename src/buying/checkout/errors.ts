import { defineFailure, Failure } from '#foundation/failures/failure.ts'
import type { Quote } from './contract.ts'

export class FormNotFound extends defineFailure('form_not_found', 404, 'This form does not exist') {}

export class FormDeleted extends defineFailure('form_deleted', 410, 'This form is no longer available') {}

export class FormNotPayable extends defineFailure('form_not_payable', 409, (message: string) => message) {}

/** Its seller has stopped selling it for a while; nothing was charged. */
export class FormPaused extends defineFailure(
  'form_paused',
  409,
  'Sales of this form are paused. You have not been charged.',
) {}

/** The shown price is no longer the price; nothing was charged, and `details.quote` is the new one. */
export class QuoteChanged extends Failure {
  readonly status = 409
  readonly code = 'quote_changed'
  override readonly details: { readonly quote: Quote }

  /** `gone`: what was chosen and is no longer to be had, one of several prices or a bump. */
  constructor(quote: Quote, gone: keyof typeof changes = 'nothing') {
    super(changes[gone])
    this.details = { quote }
  }
}

const changes = {
  nothing: 'The price has changed.',
  price: 'The price that you chose is no longer offered.',
  bump: 'Something that you added to your order is no longer offered.',
} as const

/** A timer has sent buyers elsewhere, and this buyer holds no price that is still good; nothing was charged. */
export class OfferEnded extends defineFailure(
  'offer_ended',
  410,
  'The deadline has passed. You have not been charged.',
) {
  override readonly details: { readonly redirectUrl: string | null }

  constructor(redirectUrl: string | null) {
    super()
    this.details = { redirectUrl }
  }
}

const questions = {
  paid: 'You have bought this within the last two hours. Do you want to buy it again?',
  'with the bank':
    'Your bank is still working on your earlier payment for this. Do you want to buy it a second time?',
  'begun elsewhere':
    'A payment with this email was begun on another connection and is not finished. If it is yours, finish it there. Do you want to buy this here?',
} as const

/**
 * The same email has paid this form already, or a bank has their payment; `isRepeat` in the next request says that this
 * is meant.
 */
export class BoughtBefore extends defineFailure(
  'bought_before',
  409,
  (before: keyof typeof questions) => questions[before],
) {}

import { Failure } from '#foundation/failures/failure.ts'
import type { Quote } from './contract.ts'

export class FormNotFound extends Failure {
  readonly status = 404
  readonly code = 'form_not_found'

  constructor() {
    super('This form does not exist')
  }
}

export class FormDeleted extends Failure {
  readonly status = 410
  readonly code = 'form_deleted'

  constructor() {
    super('This form is no longer available')
  }
}

export class FormNotPayable extends Failure {
  readonly status = 409
  readonly code = 'form_not_payable'
}

/** Its seller has stopped selling it for a while; nothing was charged. */
export class FormPaused extends Failure {
  readonly status = 409
  readonly code = 'form_paused'

  constructor() {
    super('Sales of this form are paused. You have not been charged.')
  }
}

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
export class OfferEnded extends Failure {
  readonly status = 410
  readonly code = 'offer_ended'
  override readonly details: { readonly redirectUrl: string | null }

  constructor(redirectUrl: string | null) {
    super('The deadline has passed. You have not been charged.')
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
export class BoughtBefore extends Failure {
  readonly status = 409
  readonly code = 'bought_before'

  constructor(before: keyof typeof questions) {
    super(questions[before])
  }
}

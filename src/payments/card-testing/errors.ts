import { Failure } from '#foundation/http/errors.ts'

/**
 * Stolen cards are tried out on the form at the moment, or codes are guessed: the same request is taken with `proof`, the
 * answer to `details.challenge`. Nothing was charged.
 */
export class ProofNeeded extends Failure {
  readonly status = 428
  readonly code = 'proof_needed'
  override readonly details: { readonly challenge: string }

  constructor(
    challenge: string,
    message = 'We had to check that no machine is testing stolen cards. You have not been charged. Please pay again.',
  ) {
    super(message)
    this.details = { challenge }
  }
}

/** The same, for a request that does not come from the form's page. */
export class QuoteNeeded extends Failure {
  readonly status = 428
  readonly code = 'quote_needed'

  constructor() {
    super('This form can only be paid on its own page at the moment. You have not been charged.')
  }
}

import { Failure } from '#foundation/failures/failure.ts'

/** There is no connected account yet, or it has been disconnected. */
export class NoAccount extends Failure {
  readonly status = 409
  readonly code = 'no_account'

  constructor() {
    super('Connect your Stripe account first. Its payouts appear here.')
  }
}

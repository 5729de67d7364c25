import { Failure } from '#foundation/failures/failure.ts'

export class AccountNotConnected extends Failure {
  readonly status = 409
  readonly code = 'account_not_connected'

  constructor() {
    super('Connect your Stripe account first')
  }
}

export class TooManyDomains extends Failure {
  readonly status = 409
  readonly code = 'too_many_domains'

  constructor() {
    super('No more sites can be registered')
  }
}

import { Failure } from '#foundation/failures/failure.ts'

/** The provider did not say how the account's tax settings stand. */
export class TaxStatusUnknown extends Failure {
  readonly status = 503
  readonly code = 'tax_status_unknown'
  override readonly retryAfter = 30

  constructor(cause: unknown) {
    super('The tax settings of your account cannot be read at the moment')
    this.cause = cause
  }
}

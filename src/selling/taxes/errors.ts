import { defineFailure } from '#foundation/failures/failure.ts'

/** The provider did not say how the account's tax settings stand. */
export class TaxStatusUnknown extends defineFailure(
  'tax_status_unknown',
  503,
  'The tax settings of your account cannot be read at the moment',
  { retryAfter: 30 },
) {
  constructor(cause: unknown) {
    super()
    this.cause = cause
  }
}

import { Failure } from '#foundation/failures/failure.ts'

/** Some accounts could not be compared; what was found in the others is recorded all the same. */
export class ComparisonIncomplete extends Failure {
  readonly status = 503
  readonly code = 'comparison_incomplete'
  override readonly retryAfter = 60
  override readonly details: { readonly accounts: readonly string[] }

  constructor(accounts: readonly string[]) {
    super(
      `${accounts.length === 1 ? 'One account' : `${accounts.length} accounts`} could not be compared. The comparison will be tried again within the hour.`,
    )
    this.details = { accounts }
  }
}

import { Failure } from '#foundation/failures/failure.ts'

/** The money went back, or the statement was refused. */
export class WithdrawalClosed extends Failure {
  readonly status = 409
  readonly code = 'withdrawal_closed'

  constructor() {
    super('This withdrawal has already been decided')
  }
}

export class NothingToRefund extends Failure {
  readonly status = 409
  readonly code = 'nothing_to_refund'

  constructor() {
    super('No purchase fits this statement. If you find the sale, refund it on its own page.')
  }
}

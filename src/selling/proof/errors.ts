import { Failure } from '#foundation/http/errors.ts'

export class NothingToProve extends Failure {
  readonly status = 409
  readonly code = 'not_paid'

  constructor() {
    super('This purchase was not paid, so there is nothing to prove.')
  }
}

import { Failure } from '#foundation/failures/failure.ts'

export class AlreadySuspended extends Failure {
  readonly status = 409
  readonly code = 'already_suspended'

  constructor() {
    super('This seller is suspended already. Lift the suspension first to give another reason.')
  }
}

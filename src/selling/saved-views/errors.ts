import { Failure } from '#foundation/failures/failure.ts'

export class TooManyViews extends Failure {
  readonly status = 409
  readonly code = 'too_many_views'

  constructor() {
    super('You have 50 saved views. Delete one first.')
  }
}

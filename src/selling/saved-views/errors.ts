import { Failure } from '#foundation/http/contract/errors.ts'

export class TooManyViews extends Failure {
  readonly status = 409
  readonly code = 'too_many_views'

  constructor() {
    super('You have 50 saved views. Delete one first.')
  }
}

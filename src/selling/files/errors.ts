import { Failure } from '#foundation/failures/failure.ts'

/** Somebody else has replaced it meanwhile. */
export class AlreadyReplaced extends Failure {
  readonly status = 409
  readonly code = 'already_replaced'

  constructor() {
    super('This file has been replaced meanwhile. Load the page again.')
  }
}

/** A new version is a file of its own. */
export class SoldAlready extends Failure {
  readonly status = 409
  readonly code = 'sold_already'

  constructor() {
    super('This file is sold already. Upload the new version by itself.')
  }
}

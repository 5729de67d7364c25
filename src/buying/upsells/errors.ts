import { Failure } from '#foundation/failures/failure.ts'

/** The offer can no longer be taken; nothing was charged for it. */
export class OfferOver extends Failure {
  readonly status = 410
  readonly code = 'offer_over'

  constructor() {
    super('This offer has ended. You have not been charged for it.')
  }
}

/** The buyer's time to undo is over, or there is nothing to give back. */
export class UndoOver extends Failure {
  readonly status = 409
  readonly code = 'undo_over'

  constructor() {
    super('This can no longer be undone here. Please ask the seller.')
  }
}

import { Failure } from '#foundation/failures/failure.ts'

export class NotPaid extends Failure {
  readonly status = 409
  readonly code = 'not_paid'

  constructor() {
    super('This purchase was not paid, so it has no receipt.')
  }
}

export class BuyerErased extends Failure {
  readonly status = 409
  readonly code = 'buyer_erased'

  constructor() {
    super('Who bought this has been erased, so there is no address to send the receipt to.')
  }
}

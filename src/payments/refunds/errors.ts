import { Failure } from '#foundation/failures/failure.ts'
import { heldByBank } from '#payments/disputes/dispute.ts'

/** The purchase's state, or what went back already, leaves nothing to refund. */
export class NotRefundable extends Failure {
  readonly status = 409
  readonly code = 'not_refundable'
}

/** The provider refused the refund, or it failed: no money went back. */
export class RefundRefused extends Failure {
  readonly status = 409
  readonly code = 'refund_refused'

  /** `reason` is the provider's code, where it said why. */
  constructor(reason: string | null) {
    super(
      reason === 'charge_disputed'
        ? heldByBank
        : 'The card provider could not make this refund. No money was returned.',
    )
  }
}

export class RefundKeyReused extends Failure {
  readonly status = 422
  readonly code = 'idempotency_key_reused'

  constructor() {
    super('This Idempotency-Key was used for another refund')
  }
}

/** Our own keys tell which refund is whose: a seller who used one first would keep a refund from being made that is owed. */
export class RefundKeyReserved extends Failure {
  readonly status = 422
  readonly code = 'idempotency_key_reused'

  constructor() {
    super('An Idempotency-Key may not begin with “withdrawal-”, “undo-offer-” or “derived-”')
  }
}

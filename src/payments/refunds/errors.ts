import { defineFailure } from '#foundation/failures/failure.ts'
import { heldByBank } from '#payments/disputes/dispute.ts'

/** The purchase's state, or what went back already, leaves nothing to refund. */
export class NotRefundable extends defineFailure('not_refundable', 409, (message: string) => message) {}

/** The provider refused the refund, or it failed: no money went back. */
export class RefundRefused extends defineFailure('refund_refused', 409, (reason: string | null) =>
  reason === 'charge_disputed'
    ? heldByBank
    : 'The card provider could not make this refund. No money was returned.',
) {}

export class RefundKeyReused extends defineFailure(
  'idempotency_key_reused',
  422,
  'This Idempotency-Key was used for another refund',
) {}

/** Our own keys tell which refund is whose: a seller who used one first would keep a refund from being made that is owed. */
export class RefundKeyReserved extends defineFailure(
  'idempotency_key_reused',
  422,
  'An Idempotency-Key may not begin with “withdrawal-”, “undo-offer-” or “derived-”',
) {}

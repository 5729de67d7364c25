import { defineFailure } from '#foundation/failures/failure.ts'
import { heldByBank } from '#payments/disputes/dispute.ts'

/** The purchase's state or earlier refunds leave nothing to refund. */
export class NotRefundable extends defineFailure('not_refundable', 409, (message: string) => message) {}

/** The provider refused the refund, or it failed: no money was returned. */
export class RefundRefused extends defineFailure('refund_refused', 409, (reason: string | null) =>
  reason === 'charge_disputed' ? heldByBank : 'Stripe could not process this refund. No money was returned.',
) {}

export class RefundKeyReused extends defineFailure(
  'idempotency_key_reused',
  422,
  'This Idempotency-Key was used for another refund',
) {}

/** Our own keys identify a refund's origin: a seller who used one first would block a refund that is owed. */
export class RefundKeyReserved extends defineFailure(
  'idempotency_key_reused',
  422,
  'An Idempotency-Key may not begin with “withdrawal-”, “undo-offer-” or “derived-”',
) {}

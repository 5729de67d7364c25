import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import { heldByBank } from '#payments/disputes/dispute.ts'

export class NotRefundable extends defineFailure('not_refundable', 409, (message: string) => message) {}

/** Stripe rejected the refund, or it failed. No money was returned. */
export class RefundRefused extends defineFailure('refund_refused', 409, (reason: string | null) =>
  reason === 'charge_disputed'
    ? heldByBank
    : msg('Stripe could not process this refund. No money was returned.'),
) {}

export class RefundKeyReused extends defineFailure(
  'idempotency_key_reused',
  422,
  msg('This Idempotency-Key was used for another refund'),
) {}

/**
 * Prefixes of our own idempotency keys, which show where a refund comes from. A seller's program that used such a key
 * first would block a refund that is owed.
 */
export class RefundKeyReserved extends defineFailure(
  'idempotency_key_reused',
  422,
  msg('An Idempotency-Key may not begin with “withdrawal-”, “undo-offer-” or “derived-”'),
) {}

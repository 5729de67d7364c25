import { defineFailure } from '#foundation/failures/failure.ts'

/** The money went back, or the statement was refused. */
export class WithdrawalClosed extends defineFailure(
  'withdrawal_closed',
  409,
  'This withdrawal has already been decided',
) {}

export class NothingToRefund extends defineFailure(
  'nothing_to_refund',
  409,
  'No purchase fits this statement. If you find the sale, refund it on its own page.',
) {}

import { defineFailure } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'

/** Otherwise buyers would wait for a decision by a shop that has closed. */
export class WithdrawalsOpen extends defineFailure('withdrawals_open', 409, (count: number) =>
  t(
    '{count, plural, one {# withdrawal still waits} other {# withdrawals still wait}} for your decision. Refund or decline {count, plural, one {it} other {them}} under Sales › Withdrawals first.',
    { count },
  ),
) {}

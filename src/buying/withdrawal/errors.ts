import { defineFailure } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'

/** A shop cannot close while withdrawals are open, because buyers would wait for its decision. */
export class WithdrawalsOpen extends defineFailure('withdrawals_open', 409, (count: number) =>
  t(
    '{count, plural, one {# withdrawal still waits} other {# withdrawals still wait}} for your decision. Refund or decline {count, plural, one {it} other {them}} under Sales › Withdrawals first.',
    { count },
  ),
) {}

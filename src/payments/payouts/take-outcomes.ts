import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PayoutOutcomesTable } from '#foundation/db/tables/payouts.ts'

const batch = 1_000

type Ended = Pick<
  PayoutOutcomesTable,
  'payoutId' | 'outcome' | 'sellerId' | 'amount' | 'currency' | 'isDebit' | 'at'
>

/** Takes up what ended and was not taken up yet, each once; the oldest first. */
export async function takeOutcomes(tx: Transaction<Database>): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with due as (
      select payout_id, outcome from payout_outcomes
      where not is_noticed order by at limit ${batch} for update skip locked
    ), taken as (
      update payout_outcomes set is_noticed = true
      from due where payout_outcomes.payout_id = due.payout_id and payout_outcomes.outcome = due.outcome
      returning payout_outcomes.payout_id, payout_outcomes.outcome, seller_id, amount, currency, is_debit, at
    )
    select * from taken order by at, payout_id`.execute(tx)
  return rows
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { holdSellerOfAccount } from '#accounts/people/read-people.ts'
import { type Alongside, inTransaction } from '#foundation/db/database.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import type { Services } from '#registry/services.ts'
import type { Database } from '#foundation/db/schema.ts'
import { toMajor } from '#foundation/money/amount.ts'
import type { PayoutOutcomesTable } from '#foundation/db/tables/payouts.ts'

/**
 * Records how the payout in an event ended, once. It is read from Stripe, because a payout reported as paid can have
 * failed since. `alongside` runs in the same transaction. Always counts as known, because an account without a seller
 * has no one to notify.
 */
export async function recordPayoutByEvent(
  { db, clock, log, provider }: Pick<Services, 'db' | 'clock' | 'log' | 'provider'>,
  account: string,
  payoutId: string,
  alongside: Alongside,
): Promise<boolean> {
  const { status, amount, currency, bank, ...read } = await provider.retrievePayout(account, payoutId)
  if (status !== 'paid' && status !== 'failed') return true
  await inTransaction(db, async (tx) => {
    const seller = await holdSellerOfAccount(tx, account)
    if (seller === undefined) return alongside(tx)
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('payoutOutcomes')
      .values({
        payoutId,
        outcome: status,
        sellerId: seller.id,
        amount: Math.abs(amount),
        currency,
        isDebit: amount < 0,
        bankName: bank?.name ?? null,
        bankLast4: bank?.last4 ?? null,
        failureCode: read.failureCode,
        failureMessage: read.failureMessage,
        at: clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['payoutId', 'outcome']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows > 0n) {
      const at = clock.now()
      await recordPending(tx, { type: `payout.${status}`, sellerId: seller.id, objectId: payoutId, at })
      log.info({ seller: seller.id, payout: payoutId, status }, 'payout')
    }
    return alongside(tx)
  })
  return true
}

/** The amount in major units. */
export const exportedOutcome = z.object({
  payoutId: z.string(),
  outcome: z.enum(['paid', 'failed']),
  amount: z.number(),
  currency: z.string(),
  isDebit: z.boolean(),
  bankName: z.string().nullable(),
  bankLast4: z.string().nullable(),
  failureMessage: z.string().nullable(),
  at: z.iso.datetime(),
})

export async function listOutcomes(
  db: Kysely<Database>,
  sellerId: string,
): Promise<z.input<typeof exportedOutcome>[]> {
  const rows = await db
    .selectFrom('payoutOutcomes')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .orderBy('at')
    .orderBy('payoutId')
    .execute()
  return rows.map(({ at, amount, ...row }) => ({
    ...row,
    amount: toMajor(amount, row.currency),
    at: at.toISOString(),
  }))
}

/** Bank details and the bank's message are personal data, so they are erased with the account. */
export async function eraseBankDetails(tx: Transaction<Database>, sellerId: string): Promise<void> {
  await tx
    .updateTable('payoutOutcomes')
    .set({ bankName: null, bankLast4: null, failureMessage: null })
    .where('sellerId', '=', sellerId)
    .execute()
}

/** The outcome of a payout, or undefined if it is too old. The amount is in minor units. */
export async function findOutcome(
  db: Kysely<Database>,
  sellerId: string,
  { payoutId, outcome }: Pick<PayoutOutcomesTable, 'payoutId' | 'outcome'>,
) {
  return db
    .selectFrom('payoutOutcomes')
    .select(['payoutId as id', 'outcome', 'amount', 'currency', 'isDebit', 'failureCode', 'failureMessage'])
    .where('sellerId', '=', sellerId)
    .where('payoutId', '=', payoutId)
    .where('outcome', '=', outcome)
    .executeTakeFirst()
}

const batch = 1_000

type Ended = Pick<
  PayoutOutcomesTable,
  'payoutId' | 'outcome' | 'sellerId' | 'amount' | 'currency' | 'isDebit' | 'at'
>

/** Each outcome once, oldest first. */
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

import { holdSellerOfAccount } from '#accounts/people/read-people.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'

/**
 * Records how the payout ended that an event tells of, once. It is read afresh: what has failed since is no news of money that
 * arrived. `alongside` happens in the same transaction. Always answers that it is known: an account whose seller
 * is none, or has closed, has nobody to be told.
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
    if (numInsertedOrUpdatedRows > 0n) log.info({ seller: seller.id, payout: payoutId, status }, 'payout')
    return alongside(tx)
  })
  return true
}

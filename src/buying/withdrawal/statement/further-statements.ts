import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Withdrawal } from '../store.ts'

// Handles repeated statements about a purchase. An order number and email do not prove who sent a statement, because
// every receipt shows both, and an order can be in someone else's name.

/**
 * A condition on `withdrawals`: every purchase in the statement already had a statement of the same kind, also sent
 * with number and email.
 */
export const isFurther = sql<boolean>`(
  exists (select from stated_purchases where stated_purchases.withdrawal_id = withdrawals.id)
  and not exists (
    select from stated_purchases own where own.withdrawal_id = withdrawals.id and not exists (
      select from stated_purchases other join withdrawals earlier on earlier.id = other.withdrawal_id
      where other.purchase_id = own.purchase_id and earlier.kind = withdrawals.kind
        and earlier.fits = 'number_and_email'
        and (earlier.received_at, earlier.id) < (withdrawals.received_at, withdrawals.id))))`

export async function isFurtherStatement(tx: Kysely<Database>, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('id', '=', id)
    .where(isFurther)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether another statement from this address is already waiting for a bank. */
export async function isWaitingAlready(
  tx: Transaction<Database>,
  { id, kind, email }: Withdrawal,
): Promise<boolean> {
  const found = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('kind', '=', kind)
    .where('id', '!=', id)
    .where('fits', '=', 'number_and_email')
    .where('refusedFor', 'is', null)
    .where('confirmedAt', 'is', null)
    .where('nextCheckAt', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The purchases in other withdrawals by number and email that were not declined. Another withdrawal from them requests
 * nothing new.
 */
export async function listStatedBefore(tx: Kysely<Database>, { id }: Withdrawal, ids: readonly string[]) {
  const found = await statedBefore(tx, id, ids).where('withdrawals.kind', '=', 'withdrawal').execute()
  return new Set(found.map(({ purchaseId }) => purchaseId))
}

/**
 * Orders whose contracts other cancellations already end by the same day, for the same cause if any, except
 * those resumed since.
 */
export async function listCanceledBefore(
  tx: Kysely<Database>,
  { id, cause, endsOn }: Withdrawal,
  ids: readonly string[],
) {
  const found = await statedBefore(tx, id, ids)
    .innerJoin('subscriptionsView as subscriptions', 'subscriptions.orderId', 'statedPurchases.purchaseId')
    .where('withdrawals.kind', '=', 'cancellation')
    .$if(cause !== null, (query) => query.where('withdrawals.cause', '=', cause))
    .where((row) =>
      row.or([
        row('withdrawals.endsOn', 'is', null),
        ...(endsOn === null ? [] : [row('withdrawals.endsOn', '<=', endsOn)]),
      ]),
    )
    .where((row) =>
      row.or([
        row('statedPurchases.carriedOutAt', 'is', null),
        row('subscriptions.cancelAtPeriodEnd', '=', true),
        row('subscriptions.cancellation', 'in', ['period_end', 'now']),
      ]),
    )
    .execute()
  return new Set(found.map(({ purchaseId }) => purchaseId))
}

function statedBefore(tx: Kysely<Database>, id: string, ids: readonly string[]) {
  return tx
    .selectFrom('withdrawals')
    .innerJoin('statedPurchases', 'statedPurchases.withdrawalId', 'withdrawals.id')
    .select('statedPurchases.purchaseId')
    .where('withdrawals.id', '!=', id)
    .where('withdrawals.fits', '=', 'number_and_email')
    .where('withdrawals.confirmedAt', 'is not', null)
    .where('withdrawals.refusedFor', 'is', null)
    .where(sql<boolean>`stated_purchases.purchase_id = any(${ids}::uuid[])`)
}

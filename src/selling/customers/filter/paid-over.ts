import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'

/** More than an amount, in minor units of its currency: what somebody paid, less what went back. */
export type PaidOver = { readonly amount: number; readonly currency: string }

/** So many are looked up one by one in some tens of milliseconds; of more, a page is soon found along the list. */
const few = 50_000

/** What of a purchase went back, by refunds and to the buyer's bank. */
export const wentBack = sql`(
  coalesce((select sum(refunds.amount) from refunds
    where refunds.purchase_id = purchases.id and refunds.status = 'succeeded'), 0)
  + coalesce((select sum(disputes.amount) from disputes
    where disputes.purchase_id = purchases.id and ${isTakenBackRow}), 0)
)`

/** Who has paid more, by what is kept of them, or may have: something of theirs has changed since. */
function kept(scope: SellerScope, { amount, currency }: PaidOver): RawBuilder<unknown> {
  return sql`customer_totals kept
    where ${withinScope('kept.sellerId', scope)} and kept.currency in (${currency}, '') and kept.total > ${amount}`
}

/** Whether those who paid more are few: how many there are is more than the planner can tell of a currency. */
export async function areFewOver(
  db: Kysely<Database>,
  scope: SellerScope,
  over: PaidOver | undefined,
): Promise<boolean> {
  if (over === undefined) return false
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${kept(scope, over)} limit ${few + 1}
    ) found`.execute(db)
  return (rows[0]?.count ?? 0) <= few
}

/** Whether a customer has paid more. Where something of theirs has changed, their purchases say. */
export function isAmong(scope: SellerScope, over: PaidOver, areFew: boolean): RawBuilder<unknown> {
  const found = sql`
    select kept.customer_id from ${kept(scope, over)} and case
      when exists (
        select from customer_totals changed where changed.customer_id = kept.customer_id and changed.currency = ''
      ) then (
        select sum(purchases.total - ${wentBack}) from purchases
        where purchases.seller_id = kept.seller_id and purchases.customer_id = kept.customer_id
          and purchases.currency = ${over.currency}
      ) > ${over.amount}
      else true
    end`
  return areFew ? sql`customers.id in (select unnest(array(${found})))` : sql`customers.id in (${found})`
}

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'
import { isSought, isWithin, type SoughtSales } from './conditions.ts'
import type { SaleTotal } from '../contract.ts'
import { addRollups, rowsBesideRollups, readDayRollups } from './day-rollups.ts'

/** More than so many take too long to add up while somebody waits. */
const mostSummed = 100_000

/** What the purchases that are sought come to, by currency; null where they are too many. */
export async function sumSoughtSales(
  db: Kysely<Database>,
  scope: SellerScope,
  sought: SoughtSales,
): Promise<SaleTotal[] | null> {
  const rollups = await readDayRollups(db, scope, sought)
  if (rollups === undefined) return unlessTooMany(await sumRows(db, scope, sought, soughtRows(scope, sought)))
  if (countOf(rollups.paid) > mostSummed) return null
  const rows = await sumRows(db, scope, sought, rowsBesideRollups(scope, sought, rollups, mostSummed + 1))
  return unlessTooMany(addRollups(rows, rollups))
}

function soughtRows(scope: SellerScope, sought: SoughtSales): RawBuilder<unknown> {
  return sql`
    select purchases.id, purchases.currency, purchases.total, purchases.status, purchases.paid_at, true as is_counted
    from purchases where ${isSought(scope, sought)} limit ${mostSummed + 1}`
}

function unlessTooMany(totals: SaleTotal[]): SaleTotal[] | null {
  return countOf(totals) > mostSummed ? null : totals
}

function countOf(totals: readonly Pick<SaleTotal, 'purchases'>[]): number {
  return totals.reduce((sum, { purchases }) => sum + purchases, 0)
}

async function sumRows(
  db: Kysely<Database>,
  scope: SellerScope,
  sought: SoughtSales,
  found: RawBuilder<unknown>,
): Promise<SaleTotal[]> {
  const days = sought.status === 'returned' ? sought : { ...sought, since: null, until: null }
  const { rows } = await sql<SaleTotal>`
    with disputed as materialized (
      select disputes.purchase_id, sum(disputes.amount) as amount from disputes
      where ${withinScope('disputes.sellerId', scope)} and ${isTakenBackRow}
        and ${isWithin(days, sql`disputes.created_at`)}
      group by disputes.purchase_id
    )
    select found.currency, count(*) filter (where found.is_counted) as purchases,
      coalesce(sum(found.total) filter (where found.is_counted and found.paid_at is not null), 0)::bigint as total,
      coalesce(sum(
        case when found.status in ('partially_refunded', 'refunded') then (
          select coalesce(sum(refunds.amount), 0) from refunds
          where refunds.purchase_id = found.id and refunds.status = 'succeeded'
            and ${isWithin(days, sql`refunds.created_at`)}
        ) else 0 end + coalesce(disputed.amount, 0)
      ), 0)::bigint as returned
    from (${found}) found
    left join disputed on disputed.purchase_id = found.id
    group by found.currency order by purchases desc, found.currency`.execute(db)
  return rows
}

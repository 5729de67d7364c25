import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'
import type { SaleTotal } from '../contract.ts'
import { isByTime, isSought, isWithin, type SoughtSales, unpaid } from './conditions.ts'

/** The maximum number of purchases to add up. More would take too long for a request. */
const mostSummed = 100_000

/** The matching purchases' totals by currency, or null if there are too many. */
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
    from purchases_view as purchases where ${isSought(scope, sought)} limit ${mostSummed + 1}`
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
      select disputes.purchase_id, sum(disputes.amount) as amount from disputes_view as disputes
      where ${withinScope('disputes.sellerId', scope)} and ${isTakenBackRow}
        and ${isWithin(days, sql`disputes.created_at`)}
      group by disputes.purchase_id
    )
    select found.currency, count(*) filter (where found.is_counted) as purchases,
      coalesce(sum(found.total) filter (where found.is_counted and found.paid_at is not null), 0)::bigint as total,
      coalesce(sum(
        case when found.status in ('partially_refunded', 'refunded') then (
          select coalesce(sum(refunds.amount), 0) from refunds_view as refunds
          where refunds.purchase_id = found.id and refunds.status = 'succeeded'
            and ${isWithin(days, sql`refunds.created_at`)}
        ) else 0 end + coalesce(disputed.amount, 0)
      ), 0)::bigint as returned
    from (${found}) found
    left join disputed on disputed.purchase_id = found.id
    group by found.currency order by purchases desc, found.currency`.execute(db)
  return rows
}

const day = 86_400_000

/** Rolled-up payments of consecutive days (UTC), with their start and end. */
type DayRollups = {
  readonly from: Date
  readonly to: Date
  readonly paid: readonly Pick<SaleTotal, 'currency' | 'purchases' | 'total'>[]
}

/**
 * The day rollups at the start of the filtered days. They distinguish only days, currencies and whether purchases were
 * paid, so they do not work with any other filter. Undefined if there are fewer than two, because so few rows are read
 * quickly.
 */
export async function readDayRollups(
  db: Kysely<Database>,
  { sellerId, user, role }: SellerScope,
  sought: SoughtSales,
): Promise<DayRollups | undefined> {
  const { q, since, until, status, currency, ...others } = sought
  const isTold = (status ?? 'sold') === 'sold' && Object.values(others).every((value) => value === undefined)
  if (sellerId === null || user !== undefined || role !== undefined || q !== '' || !isTold) return undefined
  if (!isByTime(sought) || since === null) return undefined
  const from = Math.ceil(since.getTime() / day) * day
  const rows = await db
    .selectFrom('salesSums')
    .select(['begins', sql<SalesSums['sales']>`totals -> 'sales'`.as('sales')])
    .where('sellerId', '=', sellerId)
    .where('begins', '>=', new Date(from))
    .where(sql<boolean>`ends - begins = interval '1 day'`)
    // Days in other time zones can also be stored, between these.
    .where(sql<boolean>`begins = date_trunc('day', begins, 'UTC')`)
    .$if(until !== null, (query) => query.where('ends', '<=', until ?? since))
    .orderBy('begins')
    .execute()
  const end = rows.findIndex(({ begins }, index) => begins.getTime() !== from + index * day)
  const days = end === -1 ? rows : rows.slice(0, end)
  if (days.length < 2) return undefined
  const paid = days
    .flatMap(({ sales }) => sales)
    .filter((sale) => currency === undefined || sale.currency === currency)
    .map((sale) => ({
      currency: sale.currency,
      purchases: sale.orders + sale.offers + sale.renewals,
      total: sale.gross,
    }))
  return { from: new Date(from), to: new Date(from + days.length * day), paid }
}

/**
 * The rows that day rollups do not cover: those before and after the rollups' days, and unpaid or returned ones within
 * them. Returned ones are not counted twice. `disputed` are the purchases reversed by disputes.
 */
function rowsBesideRollups(
  scope: SellerScope,
  sought: SoughtSales,
  { from, to }: DayRollups,
  most: number,
): RawBuilder<unknown> {
  const within = (since: Date | null, until: Date | null) => isSought(scope, { ...sought, since, until })
  const isCovered = within(from, to)
  const rows = (condition: RawBuilder<unknown>, isCounted: boolean) => sql`(
    select purchases.id, purchases.currency, purchases.total, purchases.status, purchases.paid_at,
      ${sql.lit(isCounted)} as is_counted
    from purchases_view as purchases where ${condition} limit ${most})`
  return sql.join(
    [
      rows(sql`${within(sought.since, from)}`, true),
      rows(sql`${within(to, sought.until)}`, true),
      rows(sql`${isCovered} and purchases.paid_at is null and purchases.status in ${unpaid}`, true),
      rows(sql`${isCovered} and ${isGivenBack}`, false),
      rows(
        sql`${isCovered} and purchases.paid_at is not null and not ${isGivenBack}
          and purchases.id in (select disputed.purchase_id from disputed)`,
        false,
      ),
    ],
    sql` union all `,
  )
}

const isGivenBack = sql`(
  purchases.status in ('partially_refunded', 'refunded') and purchases.paid_at is not null)`

/** Adds up day rollups and the other rows. */
function addRollups(rows: readonly SaleTotal[], { paid }: DayRollups): SaleTotal[] {
  const added = paid.map((one) => ({ ...one, returned: 0 }))
  return [...Map.groupBy([...rows, ...added], ({ currency }) => currency)]
    .map(([currency, own]) => {
      const sum = (part: 'purchases' | 'total' | 'returned') => own.reduce((all, one) => all + one[part], 0)
      return { currency, purchases: sum('purchases'), total: sum('total'), returned: sum('returned') }
    })
    .toSorted((one, other) => other.purchases - one.purchases || (one.currency < other.currency ? -1 : 1))
}

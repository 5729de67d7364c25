import { sql, type Kysely } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { LeadingForms, SalesSums } from '#foundation/db/tables/sales.ts'
import type { CellSums } from './rollups.ts'
import type { Services } from '#registry/services.ts'

/** A form's sales at one price in one currency. */
export type FormSales = Pick<SalesSums['sales'][number], 'id' | 'price' | 'currency' | 'gross' | 'orders'>

export type FormNumbers = { readonly sales: readonly FormSales[]; readonly views: SalesSums['views'] }

/** The leading forms of each rollup. Undefined if one of the rollups is no longer stored. */
export async function readLeaders(
  db: Kysely<Database>,
  sellerId: string,
  rollupIds: readonly number[],
): Promise<LeadingForms[] | undefined> {
  if (rollupIds.length === 0) return []
  const rows = await db
    .selectFrom('salesSums')
    .select('leaders')
    .where('sellerId', '=', sellerId)
    .where(sql<boolean>`id = any(${rollupIds}::bigint[])`)
    .execute()
  return rows.length === rollupIds.length ? rows.map(({ leaders }) => leaders) : undefined
}

/** Adds up the numbers of these forms over the rollups. Undefined if one of the rollups is no longer stored. */
export async function sumForms(
  db: Kysely<Database>,
  sellerId: string,
  rollupIds: readonly number[],
  forms: readonly string[],
): Promise<FormNumbers | undefined> {
  if (rollupIds.length === 0) return { sales: [], views: [] }
  const { rows } = await sql<FormNumbers & { readonly count: number }>`
    with rollup as materialized (
      select id from sales_sums where seller_id = ${sellerId} and id = any(${rollupIds}::bigint[])
    ), found as materialized (
      select form_id as id, views, by_price
      -- Looked up one by one, since a rollup can have very many more.
      from rollup cross join lateral (
        select form_id, views, by_price from form_sums where sum_id = rollup.id and form_id = any(${forms}::uuid[]) offset 0
      ) row
    )
    select (select count(*) from rollup) as count, (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(sold))), '[]') from (
        select id, price, currency, sum(gross)::bigint as gross, sum(row.orders)::bigint as orders
        from found cross join jsonb_to_recordset(by_price) as row (price text, currency text, gross bigint, orders bigint)
        group by id, price, currency
      ) sold
    ) as sales, (
      select coalesce(jsonb_agg(viewed), '[]') from (
        select id, sum(views)::bigint as views from found where views > 0 group by id
      ) viewed
    ) as views`.execute(db)
  const [found] = rows
  return found?.count === rollupIds.length ? found : undefined
}

/** A form's sales at one price in one currency within a step. */
export type DayOfForm = FormSales & { readonly step: number }

/** The sales of these forms in each cell. Undefined if one of the rollups is no longer stored. */
export async function readFormDays(
  db: Kysely<Database>,
  sellerId: string,
  cells: readonly CellSums[],
  forms: readonly string[],
): Promise<DayOfForm[] | undefined> {
  const rollups = new Map(
    cells.flatMap(({ rollupId, cell: { step } }) => (rollupId === undefined ? [] : [[rollupId, step]])),
  )
  const among = new Set(forms)
  const fresh = cells
    .filter(({ rollupId }) => rollupId === undefined)
    .flatMap(({ cell: { step }, sums }) => sums.sales.map((row) => ({ ...row, step })))
    .filter(({ id }) => among.has(id))
  const { rows } = await sql<{ rollupId: number; id: string | null; byPrice: Omit<FormSales, 'id'>[] }>`
    select rollup.id as "rollupId", form_id as id, by_price as "byPrice"
    from sales_sums as rollup left join lateral (
      -- Looked up one by one, since a rollup can have very many more.
      select form_id, by_price from form_sums where sum_id = rollup.id and form_id = any(${forms}::uuid[]) offset 0
    ) row on true
    where seller_id = ${sellerId} and id = any(${[...rollups.keys()]}::bigint[])`.execute(db)
  if (new Set(rows.map(({ rollupId }) => rollupId)).size < rollups.size) return undefined
  const rolledUp = rows.flatMap(({ rollupId, id, byPrice }) =>
    id === null ? [] : byPrice.map((row) => ({ ...row, id, step: rollups.get(rollupId) ?? 0 })),
  )
  return [...rolledUp, ...fresh]
}

/**
 * Reads rollups and their parts. `read` returns undefined if past sales have changed in between. If a shop's past sales
 * keep changing, everything is read in one snapshot without locks, and nothing is stored.
 */
export async function readWhole<T>(
  db: Kysely<Database>,
  from: Kysely<Database>,
  read: (source: Kysely<Database>, storedIn?: Kysely<Database>) => Promise<T | undefined>,
): Promise<T> {
  const found =
    (await read(from, db)) ??
    (await inTransaction(from, async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      return read(tx)
    }))
  if (found === undefined) throw new Error('The rollups changed while they were read')
  return found
}

/** Counts of a form for the time that no rollup covers. */
export type FreshForm = { readonly id: string; readonly orders: number; readonly views: number }

/** The `most` forms with the most orders in rollups and `fresh` counts, found by reading every form of each rollup. */
export async function rankForms(
  db: Kysely<Database>,
  rollupIds: readonly number[],
  fresh: readonly FreshForm[],
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with counted as (
      select form_id as id, orders, views from form_sums where sum_id = any(${rollupIds}::bigint[])
      union all
      select * from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ orders }) => orders)}::integer[],
        ${fresh.map(({ views }) => views)}::integer[])
    )
    select id from counted group by id order by sum(orders) desc, sum(views) desc, id limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** How many rows are deleted at a time. */
const batch = 5_000

/** Removes a batch of rows of dropped rollups. Returns whether there were any. */
export async function removeDropped({ db }: Pick<Services, 'db'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const dropped = await tx
      .selectFrom('droppedSums')
      .select('id')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (dropped === undefined) return 0
    const { numAffectedRows = 0n } = await sql`
      delete from form_sums
      where ctid = any(array(select ctid from form_sums where sum_id = ${dropped.id} limit ${batch}))`.execute(
      tx,
    )
    if (numAffectedRows < batch) await tx.deleteFrom('droppedSums').where('id', '=', dropped.id).execute()
    return 1
  })
}

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { ItemSales } from './contract.ts'

/** The maximum number of orders or shown offers to read, newest first. */
const mostRead = 25_000

export type ItemsOf = { readonly sellerId: string; readonly ids: readonly string[]; readonly since: Date }

/** How often bumps were offered, either with paid orders or alone after an order, and how often they were accepted. */
export async function countBumpSales(
  db: Kysely<Database>,
  { sellerId, ids, since }: ItemsOf,
): Promise<ItemSales> {
  return countSales(
    db,
    since,
    sql`
      select id, currency, offered_bump_ids, coalesce(paid_at, created_at) as at from purchases_view as purchases
      where seller_id = ${sellerId} and coalesce(paid_at, created_at) >= ${since} and paid_at is not null
        and kind = 'order'
      order by coalesce(paid_at, created_at) desc limit ${mostRead}`,
    sql`
      select bump_id as id, count(*) as offered, 0 as taken, null::text as currency, 0 as total
      from read cross join unnest(offered_bump_ids) as offered (bump_id)
      where bump_id = any(${ids}::uuid[]) group by bump_id
      union all
      select line.bump_id, 0, count(*), currency, sum(line.total)
      from read cross join lateral (
        -- Looked up one by one, since the planner overestimates the purchases.
        select bump_id, total from purchase_lines_view as purchase_lines
        where purchase_id = read.id and kind = 'bump' and bump_id = any(${ids}::uuid[]) offset 0
      ) line
      where read.offered_bump_ids is not null
      group by line.bump_id, currency
      union all
      ${countShown(
        sql`(
          select bump_id, purchase_id from shown_offers_view as shown_offers
          where seller_id = ${sellerId} and shown_at >= greatest(${since}, ${reachesTo})
        ) shown`,
        sql`bump_id`,
        ids,
      )}`,
  )
}

/** How often one-time offers were shown, and accepted without being undone. */
export async function countOfferSales(
  db: Kysely<Database>,
  { sellerId, ids, since }: ItemsOf,
): Promise<ItemSales> {
  return countSales(
    db,
    since,
    sql`
      select offer_id, purchase_id, shown_at as at from shown_offers_view as shown_offers
      where seller_id = ${sellerId} and shown_at >= ${since}
      order by shown_at desc limit ${mostRead}`,
    countShown(sql`read`, sql`offer_id`, ids),
  )
}

function countShown(shown: RawBuilder<unknown>, id: RawBuilder<unknown>, ids: readonly string[]) {
  return sql`
    select ${id} as id, count(*) as offered, count(tried.currency) as taken, tried.currency,
      coalesce(sum(tried.total), 0) as total
    from ${shown} left join lateral (
      select currency, total from purchases_view as purchases
      where id = purchase_id and paid_at is not null and not exists (
        select from refunds_view as refunds where refunds.purchase_id = purchases.id and refunds.status <> 'failed'
          and refunds.requested_by = 'buyer' offset 0
      ) limit 1
    ) tried on true
    where ${id} = any(${ids}::uuid[]) group by ${id}, tried.currency`
}

/** The oldest row that was read, if there were too many to read all. */
const reachesTo = sql`(select min(at) from read having count(*) = ${mostRead})`

/** `counted` counts the rows of `read`, by item and currency. */
async function countSales(
  db: Kysely<Database>,
  since: Date,
  read: RawBuilder<unknown>,
  counted: RawBuilder<unknown>,
): Promise<ItemSales> {
  const { rows } = await sql<{ since: Date | null; items: ItemSales['items'] }>`
    with read as materialized (${read}), counted as (${counted}), items as (
      select id, sum(offered)::bigint as offered, sum(taken)::bigint as taken,
        coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'total', total::bigint) order by currency)
          filter (where total > 0), '[]') as revenue
      from counted group by id
    )
    select ${reachesTo} as since,
      coalesce((select jsonb_agg(items) from items), '[]') as items`.execute(db)
  const [found] = rows
  const oldest = found?.since ?? null
  return { since: (oldest ?? since).toISOString(), isWhole: oldest === null, items: found?.items ?? [] }
}

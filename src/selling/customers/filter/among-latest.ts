import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { withinScope } from '#foundation/db/seller-scope.ts'
import type { SellerScope } from '#foundation/http/caller.ts'
import type { SoughtCustomers } from './conditions.ts'

/** So many purchases or subscriptions are looked up in some milliseconds; of more, a page is soon found along the list. */
const few = 1_000
/** How many customers are looked at one by one, the latest first: where one in a hundred is sought, a page is found. */
export const lookedAt = 5_000

/** The statuses of a recurring price that goes on. */
export const goesOn = sql`('trialing', 'active')`

/**
 * Of each customer, whether it is sought: where nothing is sought but a form or a subscription that very many have, so
 * that finding all of them takes longer than the page. Undefined elsewhere.
 */
export async function isOneOfMany(
  db: Kysely<Database>,
  scope: SellerScope,
  { bought, subscription, ...others }: SoughtCustomers,
): Promise<RawBuilder<boolean> | undefined> {
  if (bought === undefined && subscription === undefined) return undefined
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined
  const conditions: RawBuilder<unknown>[] = []
  if (bought !== undefined) {
    if (
      !(await areMany(
        db,
        sql`purchases where ${withinScope('purchases.sellerId', scope)} and form_id = ${bought}`,
      ))
    )
      return undefined
    conditions.push(theirs(sql``, sql`purchases.form_id = ${bought}`))
  }
  if (subscription !== undefined) {
    if (
      !(await areMany(
        db,
        sql`subscriptions where ${withinScope('subscriptions.sellerId', scope)} and status in ${goesOn}`,
      ))
    )
      return undefined
    conditions.push(
      theirs(
        sql`join subscriptions on subscriptions.order_id = purchases.id`,
        sql`subscriptions.status in ${goesOn}`,
      ),
    )
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Looked up for each customer by itself, which `offset 0` keeps PostgreSQL to. */
function theirs(joined: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from purchases ${joined}
    where purchases.seller_id = customers.seller_id and purchases.customer_id = customers.id and ${condition} offset 0)`
}

async function areMany(db: Kysely<Database>, source: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    /* planned by value */ select count(*)::int as count from (select from ${source} limit ${few + 1}) found`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) > few
}

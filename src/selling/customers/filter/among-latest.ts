import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { goesOn, type SoughtCustomers } from './conditions.ts'

/**
 * The maximum number of purchases or subscriptions to look up, which takes milliseconds. If there are more, scanning
 * the list fills a page quickly.
 */
const few = 1_000
/** How many of the latest customers are checked one by one. This is enough for a page if one in a hundred matches. */
export const lookedAt = 5_000

/** The page to find: its candidates (listed customers after the previous page) and its last row. */
export type SoughtPage = {
  readonly scope: SellerScope
  readonly sought: SoughtCustomers
  readonly mayHave: RawBuilder<boolean>
  readonly end: number
}

export type AmongLatest = {
  /** Whether a customer matches. */
  readonly isOneOf: RawBuilder<boolean>
  /** Only customers whose first payment was at this time or later. */
  readonly since: RawBuilder<Date>
}

const ever = sql<Date>`'-infinity'::timestamptz`

/**
 * How to find a page among the latest customers. This is for filters by a form or subscription with so many customers
 * that finding all of them would take longer. Undefined for other filters, or if the form sold too rarely to fill the
 * page.
 */
export async function amongLatest(db: Kysely<Database>, page: SoughtPage): Promise<AmongLatest | undefined> {
  const { scope, sought } = page
  const { bought, subscription, ...others } = sought
  if (bought === undefined && subscription === undefined) return undefined
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined
  const ofForm = bought === undefined ? undefined : await whoBought(db, page, bought)
  if (bought !== undefined && ofForm === undefined) return undefined
  if (subscription === undefined) return ofForm
  const ofSeller = withinScope('subscriptions.sellerId', scope)
  if (!(await areMany(db, sql`subscriptions where ${ofSeller} and status in ${goesOn}`))) return undefined
  const goes = theirs(
    sql`join subscriptions_view as subscriptions on subscriptions.order_id = purchases.id`,
    // Renewals never start a subscription.
    sql`purchases.order_id is null and subscriptions.status in ${goesOn}`,
  )
  return ofForm === undefined
    ? { isOneOf: goes, since: ever }
    : { ...ofForm, isOneOf: sql`(${ofForm.isOneOf} and ${goes})` }
}

/**
 * All orders of the form by the latest customers were paid after the oldest of these customers first paid. If there are
 * few such orders, only they are read. If there are many, checking the latest customers one by one fills the page.
 */
async function whoBought(
  db: Kysely<Database>,
  page: SoughtPage,
  form: string,
): Promise<AmongLatest | undefined> {
  const ofSeller = withinScope('purchases.sellerId', page.scope)
  if (!(await areMany(db, sql`purchases where ${ofSeller} and form_id = ${form}`))) return undefined
  const { from, orders, meanwhile } = await countOrders(db, page, form)
  if (orders < page.end) return undefined
  const since = from === null ? ever : sql<Date>`${from}::timestamptz`
  if (orders <= few) {
    const buyers = sql`select purchases.customer_id from purchases_view as purchases where ${soldSince(form, since)}`
    return { isOneOf: sql`customers.id in (${buyers})`, since }
  }
  if (meanwhile < enoughFor(page)) return undefined
  return { isOneOf: theirs(sql``, sql`purchases.form_id = ${form}`), since }
}

/** This factor allows for repeat orders. */
function enoughFor({ end }: SoughtPage): number {
  return 2 * end
}

type Orders = {
  /** When the oldest of the checked customers first paid, or null if there are fewer customers than are checked. */
  readonly from: Date | null
  /**
   * The number of the form's orders since then, and how many of them are from before the newest of these customers
   * first paid. Both numbers are capped.
   */
  readonly orders: number
  readonly meanwhile: number
}

async function countOrders(db: Kysely<Database>, page: SoughtPage, form: string): Promise<Orders> {
  const latest = sql`
    from customers where ${withinScope('customers.sellerId', page.scope)} and ${page.mayHave}
    order by customers.first_paid_at desc, customers.id desc`
  const count = (condition: RawBuilder<unknown>, most: number) =>
    // Ordered like the index, so that PostgreSQL uses it. A table scan would read the oldest rows first.
    sql<number>`(
      select count(*)::int from (
        select from purchases_view as purchases where ${condition} order by purchases.paid_at desc limit ${most}
      ) found)`
  const since = sql<Date>`coalesce(span.from, ${ever})`
  const { rows } = await sql<Orders>`
    with span as materialized (
      select (select customers.first_paid_at ${latest} offset ${lookedAt - 1} limit 1) as "from",
        (select customers.first_paid_at ${latest} limit 1) as until
    )
    select span.from,
      ${count(soldSince(form, since), few + 1)} as orders,
      ${count(sql`${soldSince(form, since)} and purchases.paid_at <= span.until`, enoughFor(page))} as meanwhile
    from span`.execute(db)
  return rows[0] ?? { from: null, orders: 0, meanwhile: 0 }
}

/** Starts a day earlier, because payments can be reported out of order. */
function soldSince(form: string, since: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`purchases.form_id = ${form} and purchases.kind = 'order' and purchases.paid_at >= ${since} - interval '1 day'`
}

/** Each customer is looked up separately. `offset 0` keeps PostgreSQL from using a join. */
function theirs(joined: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from purchases_view as purchases ${joined}
    where purchases.seller_id = customers.seller_id and purchases.customer_id = customers.id and ${condition} offset 0)`
}

async function areMany(db: Kysely<Database>, source: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${source} limit ${few + 1}) found`.execute(db)
  return (rows[0]?.count ?? 0) > few
}

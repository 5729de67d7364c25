import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { goesOn, type SoughtCustomers } from './conditions.ts'

/** So many purchases or subscriptions are looked up in some milliseconds; of more, a page is soon found along the list. */
const few = 1_000
/** How many customers are looked at one by one, the latest first: where one in a hundred is sought, a page is found. */
export const lookedAt = 5_000

/** Which page is sought: which customers it may have, those who are in the list and come after another, and at which row it ends. */
export type SoughtPage = {
  readonly scope: SellerScope
  readonly sought: SoughtCustomers
  readonly mayHave: RawBuilder<boolean>
  readonly end: number
}

export type AmongLatest = {
  /** Of each customer, whether it is sought. */
  readonly isOneOf: RawBuilder<boolean>
  /** Only of who has first paid since then. */
  readonly since: RawBuilder<Date>
}

const ever = sql<Date>`'-infinity'::timestamptz`

/**
 * How a page is looked for among the latest: where nothing is sought but a form or a subscription that very many have, so
 * that finding all of them takes longer than the page. Undefined elsewhere, and where the form sold too seldom to fill it.
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
    // Of the renewals none began one.
    sql`purchases.order_id is null and subscriptions.status in ${goesOn}`,
  )
  return ofForm === undefined
    ? { isOneOf: goes, since: ever }
    : { ...ofForm, isOneOf: sql`(${ofForm.isOneOf} and ${goes})` }
}

/**
 * Nobody bought a form before they first paid: those of the latest who did are among its orders since the first of them
 * paid. Where these are few, they are all that is read; where they are many, enough of the latest are found one by one.
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

/** Some of those who order have ordered before. */
function enoughFor({ end }: SoughtPage): number {
  return 2 * end
}

type Orders = {
  /** When the first of those who are looked at has first paid; null: there are not so many. */
  readonly from: Date | null
  /** How many orders the form had since, and how many of them while these became customers; both up to what is asked. */
  readonly orders: number
  readonly meanwhile: number
}

async function countOrders(db: Kysely<Database>, page: SoughtPage, form: string): Promise<Orders> {
  const latest = sql`
    from customers where ${withinScope('customers.sellerId', page.scope)} and ${page.mayHave}
    order by customers.first_paid_at desc, customers.id desc`
  const count = (condition: RawBuilder<unknown>, most: number) =>
    // In the order of the index, which is then read: along the table itself the oldest come first.
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

/** A day more, since two payments may have been told of in another order than they were made. */
function soldSince(form: string, since: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`purchases.form_id = ${form} and purchases.kind = 'order' and purchases.paid_at >= ${since} - interval '1 day'`
}

/** Looked up for each customer by itself, which `offset 0` keeps PostgreSQL to. */
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

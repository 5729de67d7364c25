import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { emailHas, everyWord, nameHas } from '#foundation/db/search.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { wireAmounts } from '#foundation/money/wire-amounts.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'
import type { CustomerFilter } from '#selling/list-filters/customer-filter.ts'

/** The statuses of a subscription that will renew. */
export const goesOn = sql`('trialing', 'active')`

/** A search (`q`, empty for all) and filter of customers. */
export type SoughtCustomers = Omit<CustomerFilter, 'over' | 'currency' | 'since' | 'zone'> & {
  readonly q: string
  readonly over: PaidOver | undefined
  /** The start of the filter's day. */
  readonly since: Date | undefined
}

/** Merged and erased customers are not listed. */
export const isShown = sql<boolean>`(customers.merged_into is null and customers.erased_at is null)`

/**
 * The condition for matching `customers` of a scope. `areFew` means that only a few match by value (see `areFewOver`).
 */
export function isSought(
  scope: SellerScope,
  sought: SoughtCustomers,
  { areFew }: { readonly areFew: boolean },
): RawBuilder<boolean> {
  const { q, tag, bought, notBought, subscription, over, since } = sought
  const ofSeller = withinScope('purchases.sellerId', scope)
  const hasPaid = (form: string) => sql`customers.id in (
    select purchases.customer_id from purchases_view as purchases
    where ${ofSeller} and purchases.form_id = ${form} and purchases.customer_id is not null)`
  const conditions = [
    // If few customers match, they are found through an index, otherwise by scanning the list.
    withinScope('customers.sellerId', scope),
    isShown,
    ...(q === '' ? [] : [isFound(q)]),
    ...(tag === undefined
      ? []
      : [
          sql`customers.id in (
            select coalesce(tagged.merged_into, tagged.id)
            from customer_tags join customers tagged on tagged.id = customer_tags.customer_id
            where ${withinScope('customerTags.sellerId', scope)} and customer_tags.tag = ${tag})`,
        ]),
    ...(bought === undefined ? [] : [hasPaid(bought)]),
    ...(notBought === undefined
      ? []
      : [
          sql`not exists (
            select from purchases_view as purchases where purchases.seller_id = customers.seller_id
              and purchases.customer_id = customers.id and purchases.form_id = ${notBought})`,
        ]),
    ...(subscription === undefined
      ? []
      : [
          sql`customers.id in (
            select purchases.customer_id from subscriptions_view as subscriptions
            join purchases_view as purchases on purchases.id = subscriptions.order_id
            where ${withinScope('subscriptions.sellerId', scope)} and subscriptions.status in ${goesOn})`,
        ]),
    ...(over === undefined ? [] : [isAmong(scope, over, areFew)]),
    ...(since === undefined
      ? []
      : [
          sql`customers.id in (
            select purchases.customer_id from purchases_view as purchases
            where ${ofSeller} and coalesce(purchases.paid_at, purchases.created_at) >= ${since}
              and purchases.customer_id is not null)`,
        ]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Whether a customer comes after another one in the list. */
export function comesAfter(scope: SellerScope, id: string): RawBuilder<boolean> {
  return sql<boolean>`(customers.first_paid_at, customers.id) < ((
    select last.first_paid_at from customers last
    where last.id = ${id} and ${withinScope('last.sellerId', scope)}
  ), ${id})`
}

function isFound(q: string): RawBuilder<unknown> {
  return everyWord(
    q,
    (word) => sql`(${emailHas(sql`customers.email`, word)} or ${nameHas(sql`customers.name`, word)})`,
  )
}

/** A minimum customer value: payments minus refunds and disputes, in minor units of its currency. */
export type PaidOver = { readonly amount: number; readonly currency: string }

/**
 * The maximum number of customers to look up one by one, which takes tens of milliseconds. If there are more, scanning
 * the list fills a page quickly.
 */
const few = 50_000

/** The part of a purchase that was refunded or reversed by a dispute. */
export const wentBack = sql`(
  coalesce((select sum(refunds.amount) from refunds_view as refunds
    where refunds.purchase_id = purchases.id and refunds.status = 'succeeded'), 0)
  + coalesce((select sum(disputes.amount) from disputes_view as disputes
    where disputes.purchase_id = purchases.id and ${isTakenBackRow}), 0)
)`

/** Customers over the value according to their stored totals, and those whose totals are out of date. */
function kept(scope: SellerScope, { amount, currency }: PaidOver): RawBuilder<unknown> {
  return sql`customer_totals kept
    where ${withinScope('kept.sellerId', scope)} and kept.currency in (${currency}, '') and kept.total > ${amount}`
}

/** Whether only a few customers are over the value. PostgreSQL's planner cannot estimate this for a currency. */
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

/** Whether a customer is over the value. If their totals are out of date, their purchases are summed. */
function isAmong(scope: SellerScope, over: PaidOver, areFew: boolean): RawBuilder<unknown> {
  const found = sql`
    select kept.customer_id from ${kept(scope, over)} and case
      when exists (
        select from customer_totals changed where changed.customer_id = kept.customer_id and changed.currency = ''
      ) then (
        select sum(purchases.total - ${wentBack}) from purchases_view as purchases
        where purchases.seller_id = kept.seller_id and purchases.customer_id = kept.customer_id
          and purchases.currency = ${over.currency}
      ) > ${over.amount}
      else true
    end`
  return areFew ? sql`customers.id in (select unnest(array(${found})))` : sql`customers.id in (${found})`
}

/** Converts a search and filter from the API: the amount to minor units, the day to its first moment. */
export async function readFilter(
  db: Kysely<Database>,
  scope: SellerScope,
  { over, since, zone, ...query }: CustomerFilter & { readonly q: string },
): Promise<SoughtCustomers> {
  const { q, tag, bought, notBought, subscription } = query
  const currency = query.currency ?? (over === undefined ? undefined : await onlyCurrency(db, scope))
  const named = { q, tag, bought, notBought, subscription }
  return { ...named, over: paidOver(over, currency), since: await beginningOf(since, zone) }
}

/** The shop's only currency. Throws 422 if it has several, because an amount needs one. */
async function onlyCurrency(db: Kysely<Database>, scope: SellerScope): Promise<string> {
  const found = await db
    .selectFrom('formsView as forms')
    .select('currency')
    .distinct()
    .where(withinScope('forms.sellerId', scope))
    .where('deletedAt', 'is', null)
    .limit(2)
    .execute()
  const [only] = found
  if (only === undefined || found.length > 1) throw new InvalidFields({ currency: messages.required() })
  return only.currency
}

function paidOver(over: number | undefined, currency: string | undefined): PaidOver | undefined {
  if (over === undefined || currency === undefined) return undefined
  const amounts = wireAmounts(currency)
  const amount = amounts.decode('over', over)
  if (Object.keys(amounts.errors).length > 0) throw new InvalidFields(amounts.errors)
  return { amount, currency }
}

async function beginningOf(day: string | undefined, zone: string): Promise<Date | undefined> {
  if (day === undefined) return undefined
  // Loaded with the first filter by day, because nothing else here needs this library.
  const { daysAsInstants } = await import('#selling/sales/dashboard/periods.ts')
  const { from } = daysAsInstants({ from: day }, zone)
  return from === null ? undefined : new Date(from)
}

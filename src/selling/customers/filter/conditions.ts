import { sql, type RawBuilder } from 'kysely'
import { emailHas, everyWord, nameHas } from '#foundation/db/search.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import type { CustomerFilter } from '#selling/list-filters/customer-filter.ts'
import { isAmong, type PaidOver } from './paid-over.ts'

/** The statuses of a recurring price that goes on. */
export const goesOn = sql`('trialing', 'active')`

/** Which customers are sought: those that `q` finds (empty: all), and that a filter leaves. */
export type SoughtCustomers = Omit<CustomerFilter, 'over' | 'currency' | 'since' | 'zone'> & {
  readonly q: string
  readonly over: PaidOver | undefined
  /** The beginning of the day. */
  readonly since: Date | undefined
}

/** Who was merged or erased is not in the list. */
export const isShown = sql<boolean>`(customers.merged_into is null and customers.erased_at is null)`

/** What holds of the `customers` of a scope that are sought. `areFew`: they are by what they paid, as `areFewOver` knows. */
export function isSought(
  scope: SellerScope,
  sought: SoughtCustomers,
  { areFew }: { readonly areFew: boolean },
): RawBuilder<boolean> {
  const { q, tag, bought, notBought, subscription, over, since } = sought
  const ofSeller = withinScope('purchases.sellerId', scope)
  const hasPaid = (form: string) => sql`customers.id in (
    select purchases.customer_id from purchases
    where ${ofSeller} and purchases.form_id = ${form} and purchases.customer_id is not null)`
  const conditions = [
    // What is rare is found by its index, what is not along the list.
    sql`/* planned by value */ ${withinScope('customers.sellerId', scope)}`,
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
            select from purchases where purchases.seller_id = customers.seller_id
              and purchases.customer_id = customers.id and purchases.form_id = ${notBought})`,
        ]),
    ...(subscription === undefined
      ? []
      : [
          sql`customers.id in (
            select purchases.customer_id from subscriptions
            join purchases on purchases.id = subscriptions.order_id
            where ${withinScope('subscriptions.sellerId', scope)} and subscriptions.status in ${goesOn})`,
        ]),
    ...(over === undefined ? [] : [isAmong(scope, over, areFew)]),
    ...(since === undefined
      ? []
      : [
          sql`customers.id in (
            select purchases.customer_id from purchases
            where ${ofSeller} and coalesce(purchases.paid_at, purchases.created_at) >= ${since}
              and purchases.customer_id is not null)`,
        ]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Whether a customer stands after another one in the list. */
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

import { sql, type ExpressionBuilder, type QueryCreator } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { mailAddress } from './mail-address.ts'

/** A purchase that is about to be paid, if it is still in one of the states before; `paidAt` null: it is not. */
type Paying = {
  readonly id: string
  readonly before: readonly PurchaseStatus[]
  /** The id of a customer who is not known yet. */
  readonly customer: string
  readonly paidAt: Date | null
}

/**
 * Makes the buyer of a purchase a customer of its seller, for the statement that makes it paid, under the name `buyer`.
 * Known is who has the address that its mails go to: what belongs to an order whose address was corrected is of the same.
 * A customer who is known is only looked at, so that two purchases of one buyer wait for each other only at the very
 * first; and in a race for that, both get the same one.
 */
export function addCustomer(query: QueryCreator<Database>, { id, before, customer, paidAt }: Paying) {
  return query
    .insertInto('customers')
    .columns(['id', 'sellerId', 'emailKey', 'email', 'name', 'firstPaidAt'])
    .expression((from) =>
      from
        .selectFrom('purchases')
        .select(sql<string>`${customer}::uuid`.as('id'))
        .select(['sellerId', sql<string>`lower(${mailAddress})`.as('emailKey')])
        .select([mailAddress.as('email'), 'name'])
        .select(sql<Date>`${paidAt}::timestamptz`.as('firstPaidAt'))
        .where('id', '=', id)
        .where(isOneOf(before))
        .where(sql.lit(paidAt !== null))
        .where((purchase) => purchase.not(purchase.exists(existingCustomer(purchase)))),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['sellerId', 'emailKey'])
        .doUpdateSet({ emailKey: (taken) => taken.ref('excluded.emailKey') }),
    )
    .returning(sql<string>`coalesce(merged_into, id)`.as('id'))
}

/** Whether the state of a purchase is one of these, however many they are. */
export function isOneOf(statuses: readonly PurchaseStatus[]) {
  return sql<boolean>`purchases.status = any(${statuses}::text[])`
}

/** The customer of a purchase that is being paid: the one just made, or the one who is known. */
export function customerOf(purchase: ExpressionBuilder<Database, 'purchases'>) {
  return sql<string>`coalesce((select id from buyer), ${existingCustomer(purchase)})`
}

function existingCustomer(purchase: ExpressionBuilder<Database, 'purchases'>) {
  return purchase
    .selectFrom('customers')
    .select(sql<string>`coalesce(customers.merged_into, customers.id)`.as('id'))
    .whereRef('customers.sellerId', '=', 'purchases.sellerId')
    .where('customers.emailKey', '=', sql<string>`lower(${mailAddress})`)
}

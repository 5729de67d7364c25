import { sql, type RawBuilder } from 'kysely'

/** A query's expression for whether the seller that a column names may sell nothing at present. */
export function isSuspended(sellerColumn: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from seller_suspensions
    where seller_suspensions.seller_id = ${sql.ref(sellerColumn)} and lifted_at is null)`
}

import { sql, type Expression, type RawBuilder } from 'kysely'

/** A query's expression for whether the seller that a column or expression names is suspended. */
export function isSuspended(seller: string | Expression<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from seller_suspensions
    where seller_suspensions.seller_id = ${typeof seller === 'string' ? sql.ref(seller) : seller} and lifted_at is null)`
}

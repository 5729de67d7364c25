import { sql, type Expression, type RawBuilder } from 'kysely'

/** An SQL expression for whether a seller is suspended. */
export function isSuspended(seller: string | Expression<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from seller_suspensions
    where seller_suspensions.seller_id = ${typeof seller === 'string' ? sql.ref(seller) : seller} and lifted_at is null)`
}

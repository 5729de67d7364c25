import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Where the seller is that a column or an expression names, as an expression for a query: what they have told for their invoices, else
 * where their account at the provider is; null: neither is known.
 */
export function countryOfSeller(seller: string | Expression<string>): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(seller_details.country, located.account_country)
    from sellers as located left join seller_details on seller_details.id = located.details_id
    where located.id = ${typeof seller === 'string' ? sql.ref(seller) : seller}
  )`
}

export async function findCountry(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const { country } = await db
    .selectFrom('sellers')
    .select(countryOfSeller('sellers.id').as('country'))
    .where('sellers.id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return country
}

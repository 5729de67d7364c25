import { type Kysely, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { catalogTable } from '#selling/catalog/catalog-table.ts'

export const storedTaxes = catalogTable(
  'taxes',
  ['id', 'title', 'percentage', 'inclusive', 'active', 'texts'],
  [sql`title`],
)

/** The seller's connected account, or null if there is none. */
export async function findAccount(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const seller = await db
    .selectFrom('sellersView as sellers')
    .select('stripeAccountId')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return seller.stripeAccountId
}

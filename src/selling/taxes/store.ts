import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { storedParts } from '#selling/form-parts/stored-parts.ts'

export const storedTaxes = storedParts(
  'taxes',
  ['id', 'title', 'percentage', 'inclusive', 'active'],
  [sql`title`],
)

/** The seller's connected account at the provider; null while there is none. */
export async function findAccount(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const seller = await db
    .selectFrom('sellers')
    .select('stripeAccountId')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return seller.stripeAccountId
}

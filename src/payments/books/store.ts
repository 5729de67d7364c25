import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The connected account of every seller that has one. */
export async function listConnectedAccounts(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('sellers')
    .select('stripeAccountId')
    .where('stripeAccountId', 'is not', null)
    .execute()
  return rows.flatMap(({ stripeAccountId }) => (stripeAccountId === null ? [] : [stripeAccountId]))
}

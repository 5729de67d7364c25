import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The connected account of every seller that has one, and whether that seller has left. */
export async function listConnectedAccounts(
  db: Kysely<Database>,
): Promise<{ readonly account: string; readonly isClosed: boolean }[]> {
  const rows = await db
    .selectFrom('sellers')
    .select(['stripeAccountId', 'closedAt'])
    .where('stripeAccountId', 'is not', null)
    .execute()
  return rows.flatMap(({ stripeAccountId: account, closedAt }) =>
    account === null ? [] : [{ account, isClosed: closedAt !== null }],
  )
}

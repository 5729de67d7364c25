import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Deletes the API keys a person made. Returns how many. */
export async function endKeysOf(tx: Transaction<Database>, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('apiKeys').where('userId', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

import { sql, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Changes what a seller sells, one change at a time: what it reads and judges of forms, of what stands on them and of coupons
 * is still so when it is written. Nobody who buys waits for it.
 */
export async function changeCatalog<T>(
  db: Kysely<Database>,
  sellerId: string,
  change: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`catalog ${sellerId}`}, 0))`.execute(tx)
    return change(tx)
  })
}

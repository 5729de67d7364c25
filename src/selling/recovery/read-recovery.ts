import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Reads a lost payment without its buyer's data. Undefined if it is not this shop's. */
export async function readRecovery(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('recoveries')
    .select(['id', 'kind', 'formId', 'amount as total', 'currency', 'state', 'sent'])
    .select('paidPurchaseId as paidSaleId')
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

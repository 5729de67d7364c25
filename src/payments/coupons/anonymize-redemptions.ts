import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Anonymizes who took the coupons of these purchases; that they were taken stays, as it is counted. */
export async function anonymizeRedemptions(
  tx: Transaction<Database>,
  purchaseIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('redemptions')
    .set({ emailKey: sql<string>`'erased ' || purchase_id`, cardFingerprint: null })
    .where('purchaseId', 'in', purchaseIds)
    .execute()
}

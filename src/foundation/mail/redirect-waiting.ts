import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Sends the mails about these purchases that still wait, and that were for one of these addresses, to another one. They are
 * written anew: what was written for a try that failed holds keys that have ended.
 */
export async function redirectWaiting(
  tx: Transaction<Database>,
  {
    purchaseIds,
    from,
    to,
  }: { readonly purchaseIds: readonly string[]; readonly from: readonly string[]; readonly to: string },
): Promise<void> {
  if (purchaseIds.length === 0) return
  await tx
    .updateTable('mails')
    .set({ recipient: to, subject: null, text: null, html: null })
    .where(sql<boolean>`purchase_id = any(${purchaseIds})`)
    .where('sentAt', 'is', null)
    .where('nextAttemptAt', 'is not', null)
    // Its link is that of the address which asked for it.
    .where('kind', '!=', 'buyer_link')
    .where(sql<boolean>`lower(recipient) = any(${from})`)
    .execute()
}

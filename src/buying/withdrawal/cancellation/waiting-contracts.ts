import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** What a cancellation is about and was not carried out of yet. */
export async function listWaiting(db: Kysely<Database>, withdrawalId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('statedPurchases')
    .select('purchaseId')
    .where('withdrawalId', '=', withdrawalId)
    .where('carriedOutAt', 'is', null)
    .execute()
  return rows.map(({ purchaseId }) => purchaseId)
}

export async function markCarriedOut(
  db: Kysely<Database>,
  { withdrawalId, purchaseId }: { readonly withdrawalId: string; readonly purchaseId: string },
  carriedOutAt: Date,
): Promise<void> {
  await db
    .updateTable('statedPurchases')
    .set({ carriedOutAt })
    .where('withdrawalId', '=', withdrawalId)
    .where('purchaseId', '=', purchaseId)
    .execute()
}

/** Whether a bank has a payment of a contract that a statement is about, the first one or a later. */
export async function isOneWithBank(db: Kysely<Database>, withdrawalId: string): Promise<boolean> {
  const found = await db
    .selectFrom('statedPurchases')
    .innerJoin('subscriptions', 'subscriptions.orderId', 'statedPurchases.purchaseId')
    .select('subscriptions.id')
    .where('withdrawalId', '=', withdrawalId)
    .where((row) =>
      row.or([
        row('subscriptions.status', '=', 'incomplete'),
        row('subscriptions.paymentOnItsWay', '=', 'at_bank'),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

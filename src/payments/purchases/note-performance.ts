import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { lockPurchase } from './find-purchase.ts'

/**
 * Notes that a buyer opens what they bought; the first time counts. False where it is no longer theirs to open: they have
 * withdrawn from it, or all of it is being given back. Whichever of these comes at the same time is before this, or sees it.
 */
export async function noteOpening(db: Kysely<Database>, purchaseId: string, at: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (purchase === undefined || (await isGoingBack(tx, purchaseId))) return false
    if (purchase.begunAt !== null) return true
    await tx.updateTable('purchases').set({ begunAt: at }).where('id', '=', purchaseId).execute()
    return true
  })
}

/** A statement of its own, to see what whoever held the purchase before has recorded. */
async function isGoingBack(tx: Transaction<Database>, purchaseId: string): Promise<boolean> {
  const { rows } = await sql<{ isGoingBack: boolean }>`
    select exists (
      select from withdrawn_purchases join withdrawals on withdrawals.id = withdrawal_id
      where withdrawn_purchases.purchase_id = purchases.id and refused_for is null
    ) or total > 0 and total <= (
      select coalesce(sum(amount), 0) from refunds where refunds.purchase_id = purchases.id and refunds.status <> 'failed'
    ) as "isGoingBack"
    from purchases where id = ${purchaseId}::uuid`.execute(tx)
  return rows[0]?.isGoingBack === true
}

/**
 * Notes that a buyer opens a file: the first time and the last are kept. `isFurther`: a part that goes on where another one
 * ended, which opens nothing that was opened before.
 */
export async function noteFileOpening(
  db: Kysely<Database>,
  opening: { readonly purchaseId: string; readonly fileId: string },
  at: Date,
  isFurther = false,
): Promise<void> {
  await db
    .insertInto('fileOpenings')
    .values({ ...opening, firstAt: at, lastAt: at })
    .onConflict((conflict) => {
      const known = conflict.columns(['purchaseId', 'fileId'])
      if (isFurther) return known.doNothing()
      return known.doUpdateSet({
        lastAt: (of) => of.fn('greatest', ['fileOpenings.lastAt', 'excluded.lastAt']),
      })
    })
    .execute()
}

/** Notes the day on which the goods of a seller's purchase arrived; false where there is no such purchase that was paid. */
export async function noteDelivery(
  db: Kysely<Database>,
  sellerId: string,
  purchaseId: string,
  deliveredOn: string | null,
): Promise<boolean> {
  const noted = await db
    .updateTable('purchases')
    .set({ deliveredOn })
    .where('id', '=', purchaseId)
    .where('sellerId', '=', sellerId)
    .where('paidAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Records what a buyer agrees to after paying; what they agreed to before stays. False where nothing is new. */
export async function recordConsents(
  tx: Transaction<Database>,
  consents: readonly Insertable<Database['consents']>[],
): Promise<boolean> {
  const added = await tx
    .insertInto('consents')
    .values(consents)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute()
  return added.length > 0
}

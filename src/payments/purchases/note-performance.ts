import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Notes that a buyer opens what they bought; the first time counts. */
export async function noteOpening(db: Kysely<Database>, purchaseId: string, at: Date): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ begunAt: at })
    .where('id', '=', purchaseId)
    .where('begunAt', 'is', null)
    .execute()
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

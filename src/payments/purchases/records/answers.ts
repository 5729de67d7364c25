import { sql, type Insertable, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Purchase } from '../purchase.ts'

export type NewAnswer = Omit<Insertable<Database['purchaseAnswers']>, 'purchaseId' | 'position' | 'sellerId'>

/** Records a buyer's answers in the transaction that records the order. */
export async function recordAnswers(
  tx: Transaction<Database>,
  { id: purchaseId, sellerId }: Pick<Purchase, 'id' | 'sellerId'>,
  answers: readonly NewAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map((answer, position) => ({ ...answer, position, purchaseId, sellerId }))
  await tx.insertInto('purchaseAnswers').values(rows).execute()
}

/** Deletes the answers of erased buyers, and what ad platforms could learn about them. */
export async function eraseAnswers(tx: Transaction<Database>, purchaseIds: readonly string[]): Promise<void> {
  await sql`delete from purchase_answers where purchase_id = any(${purchaseIds}::uuid[])`.execute(tx)
  await sql`update consents set shared = null where purchase_id = any(${purchaseIds}::uuid[])`.execute(tx)
}

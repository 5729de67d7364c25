import type { Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Sets how many pieces a form has to sell, with the save of the form; null: no limit. What was sold counts from when there came
 * to be a limit on, through every change of it.
 */
export async function setStock(
  tx: Transaction<Database>,
  formId: string,
  stockLimit: number | null,
): Promise<void> {
  if (stockLimit === null) {
    await tx.deleteFrom('stocks').where('formId', '=', formId).execute()
    return
  }
  await tx
    .insertInto('stocks')
    .values({ id: newId(), formId, stockLimit })
    .onConflict((conflict) => conflict.column('formId').doUpdateSet({ stockLimit }))
    .execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { Failure } from '#foundation/failures/failure.ts'
import { checkPayable, type PayableForm } from './payable-form.ts'
import { loadForm } from '../store.ts'

/** A form that can be sold now; undefined where it is gone, paused or cannot be paid. */
export async function findSellable(db: Kysely<Database>, id: string): Promise<PayableForm | undefined> {
  const form = await loadForm(db, id)
  try {
    return form && checkPayable(form)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { CancelReason } from '#foundation/db/tables/subscriptions.ts'
import type { Subscription } from '../store.ts'
import { isCanceledHere } from './correct-end.ts'

/** In characters. */
export const longestNote = 300

/** Whether the buyer canceled and has not said why. */
export function asksForReason(row: Subscription): boolean {
  return isCanceledHere(row) && row.cancellationBy === 'buyer' && row.cancelReason === null
}

/** Stores why a buyer canceled. The first answer stays. */
export async function saveCancelReason(
  db: Kysely<Database>,
  { id }: Pick<Subscription, 'id'>,
  { reason, note }: { readonly reason: CancelReason; readonly note: string },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ cancelReason: reason, cancelNote: note === '' ? null : note })
    .where('id', '=', id)
    .where('cancelReason', 'is', null)
    .execute()
}

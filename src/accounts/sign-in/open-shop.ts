import type { Transaction } from 'kysely'
import { startTrial } from '#accounts/billing/subscription/start-trial.ts'
import { openMissingSeller } from '#accounts/people/change-seller.ts'
import type { Database } from '#foundation/db/schema.ts'

/** Gives a person without a shop one of their own, with this name and a trial. */
export async function openNamedShop(
  tx: Transaction<Database>,
  userId: string,
  name: string,
  now: Date,
): Promise<void> {
  const sellerId = await openMissingSeller(tx, userId, name)
  if (sellerId !== undefined) await startTrial(tx, { sellerId, userId }, now)
}

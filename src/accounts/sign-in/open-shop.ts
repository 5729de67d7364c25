import type { Transaction } from 'kysely'
import { startTrial } from '#accounts/billing/subscription/start-trial.ts'
import { hasSeller, openMissingSeller } from '#accounts/people/change-seller.ts'
import type { UserRow } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'

/** Gives a person without a shop one of their own, with this name and its trial. */
export async function openNamedShop(
  tx: Transaction<Database>,
  userId: string,
  name: string,
  now: Date,
): Promise<void> {
  const sellerId = await openMissingSeller(tx, userId, name)
  if (sellerId !== undefined) await startTrial(tx, { sellerId, userId }, now)
}

/** Gives people without a shop one with their own name. */
export async function openShop(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: userId, name }: UserRow,
): Promise<void> {
  if (await hasSeller(db, userId)) return
  await inTransaction(db, (tx) => openNamedShop(tx, userId, name, clock.now()))
}

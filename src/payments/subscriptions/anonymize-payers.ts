import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Anonymizes whose cards have paid what these orders began; all of it has ended. */
export async function anonymizePayers(tx: Transaction<Database>, orderIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ stripeCustomerId: null, cardLast4: null })
    .where('orderId', 'in', orderIds)
    .execute()
}

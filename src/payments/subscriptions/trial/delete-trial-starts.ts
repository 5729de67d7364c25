import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Deletes whose address and card began the trials of these orders: their buyer may have another. */
export async function deleteTrialStarts(
  tx: Transaction<Database>,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .deleteFrom('trialStarts')
    .where('subscriptionId', 'in', (begun) =>
      begun.selectFrom('subscriptions').select('subscriptions.id').where('orderId', 'in', orderIds),
    )
    .execute()
}

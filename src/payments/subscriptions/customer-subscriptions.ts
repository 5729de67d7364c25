import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Subscription } from './store.ts'

const most = 100

/** What a seller's customer subscribes to, or did, the newest first. */
export async function listSubscriptionsOf(
  db: Kysely<Database>,
  { id, sellerId }: { readonly id: string; readonly sellerId: string },
): Promise<Subscription[]> {
  return db
    .selectFrom('purchases')
    .innerJoin('subscriptions', 'subscriptions.orderId', 'purchases.id')
    .selectAll('subscriptions')
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.customerId', '=', id)
    .where('subscriptions.status', 'not in', ['incomplete', 'incomplete_expired'])
    .orderBy('subscriptions.id', 'desc')
    .limit(most)
    .execute()
}

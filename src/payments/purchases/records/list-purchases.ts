import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Purchase } from '../purchase.ts'

/** The purchases of a connected account that were made in a span of time, both ends included. */
export async function listPurchasesOfAccount(
  db: Kysely<Database>,
  stripeAccountId: string,
  from: Date,
  to: Date,
): Promise<Purchase[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('stripeAccountId', '=', stripeAccountId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<=', to)
    .execute()
}

/**
 * Purchases without an outcome that began before `stuck`, or before `abandoned` if they wait for the buyer; and what a
 * bank has had for longer than it may, at `now`.
 */
export async function listUnsettledPurchases(
  db: Kysely<Database>,
  { now, stuck, abandoned }: { readonly now: Date; readonly stuck: Date; readonly abandoned: Date },
  limit: number,
) {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'total', 'currency', 'stripeAccountId', 'paymentIntentId'])
    .select(['checkCount', 'createdAt', 'nextCheckAt'])
    .$narrowType<{ status: 'created' | 'requires_action' | 'processing' | 'unknown' }>()
    .where((purchase) =>
      purchase.or([
        purchase.and([
          purchase('status', 'in', ['created', 'requires_action', 'unknown']),
          purchase('createdAt', '<', abandoned),
        ]),
        purchase.and([purchase('status', 'in', ['created', 'unknown']), purchase('createdAt', '<', stuck)]),
        purchase.and([purchase('status', '=', 'processing'), purchase('settlesBy', '<', now)]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

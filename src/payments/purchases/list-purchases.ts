import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Purchase } from './purchase.ts'

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

/** Purchases without an outcome that began before `stuck`, or before `abandoned` if they wait for the buyer. */
export async function listUnsettledPurchases(
  db: Kysely<Database>,
  { stuck, abandoned }: { readonly stuck: Date; readonly abandoned: Date },
  limit: number,
) {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'total', 'currency', 'stripeAccountId', 'paymentIntentId'])
    .select(['checkCount', 'createdAt', 'nextCheckAt'])
    .$narrowType<{ status: 'created' | 'requires_action' | 'unknown' }>()
    .where('status', 'in', ['created', 'requires_action', 'unknown'])
    .where((purchase) =>
      purchase.or([
        purchase('createdAt', '<', abandoned),
        purchase.and([purchase('createdAt', '<', stuck), purchase('status', '!=', 'requires_action')]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

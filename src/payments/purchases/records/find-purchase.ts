import { type Kysely, sql, type Transaction } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Purchase } from '../purchase.ts'
import { findPurchase } from '../store.ts'

/** Finds a purchase by its id. Undefined for unknown and malformed ids. */
export async function findPurchaseById(db: Kysely<Database>, id: string): Promise<Purchase | undefined> {
  return isId(id) ? findPurchase(db, id) : undefined
}

export async function findPurchaseOfIntent(
  db: Kysely<Database>,
  stripeAccountId: string,
  paymentIntentId: string,
): Promise<Purchase | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('stripeAccountId', '=', stripeAccountId)
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst()
}

/** Whether an email address, in lower case, has a paid purchase in a shop. */
export async function hasBought(db: Kysely<Database>, sellerId: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('purchases')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where(sql`lower(coalesce(mail_to, email))`, '=', email)
    .where('paidAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Finds a purchase and locks it against other refunds and disputes until the transaction ends. */
export async function lockPurchase(tx: Transaction<Database>, id: string): Promise<Purchase | undefined> {
  return tx.selectFrom('purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

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
 * Purchases without an outcome: those that began before `stuck`, those waiting for the buyer that began before
 * `abandoned`, and those for which the bank's time is over at `now`.
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

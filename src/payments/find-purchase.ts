import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { isId } from '#db/new-id.ts'
import type { Purchase } from './purchase.ts'
import { findPurchase } from './store.ts'

/** A purchase by its id; undefined for unknown and malformed ids alike. */
export async function findPurchaseById(db: Kysely<Database>, id: string): Promise<Purchase | undefined> {
  return isId(id) ? findPurchase(db, id) : undefined
}

/** The purchase that a PaymentIntent of a connected account paid, or was to pay. */
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

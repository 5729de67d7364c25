import { sql, type Kysely, type Transaction } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Purchase } from '../purchase.ts'
import { findPurchase } from '../store.ts'

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

/** Whether anything was paid in a shop whose mails go to an address, which is in lower case. */
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

/** The purchase, kept from every other refund and dispute until the transaction ends. */
export async function lockPurchase(tx: Transaction<Database>, id: string): Promise<Purchase | undefined> {
  return tx.selectFrom('purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

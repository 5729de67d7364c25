import { sql, type Kysely, type Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import type { Database } from '#foundation/db/schema.ts'
import { emptyMailsOf } from '#foundation/mail/erase-mails.ts'
import { changeCustomer, type Changer } from './change-customer.ts'
import { HasSubscription } from './errors.ts'
import { familyOf } from './store.ts'

/**
 * Forgets a customer, with whoever was merged into them: address, name, tags, notes and what mails said. Sales and their
 * invoices stay, since the law asks for them.
 */
export async function eraseCustomer(
  db: Kysely<Database>,
  by: Changer,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  await changeCustomer(db, by, id, async (tx, { sellerId }) => {
    if (await hasSubscription(tx, sellerId, id)) throw new HasSubscription()
    const purchases = await tx
      .selectFrom('purchases')
      .select('id')
      .where('sellerId', '=', sellerId)
      .where('customerId', '=', id)
      .execute()
    await emptyMailsOf(
      tx,
      purchases.map((purchase) => purchase.id),
    )
    await tx.deleteFrom('customerTags').where('customerId', 'in', familyOf(id)).execute()
    await tx.deleteFrom('customerNotes').where('customerId', 'in', familyOf(id)).execute()
    await tx.deleteFrom('customerMerges').where('keptId', 'in', familyOf(id)).execute()
    await tx
      .updateTable('customers')
      .set({ email: null, emailKey: null, name: '', erasedAt: at })
      .where('id', 'in', familyOf(id))
      .execute()
    await recordAudit(tx, { at, actorId: by.userId, sellerId, subjectId: id, action: 'customers.erase' })
  })
}

async function hasSubscription(tx: Transaction<Database>, sellerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from purchases join subscriptions on subscriptions.order_id = purchases.id
    where purchases.seller_id = ${sellerId} and purchases.customer_id = ${id}
      and subscriptions.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Forgets what a seller wrote about customers, who closes the shop. */
export async function forgetWritten(tx: Transaction<Database>, sellerId: string): Promise<void> {
  const ofSeller = sql<string>`(select id from customers where seller_id = ${sellerId})`
  await tx.deleteFrom('customerTags').where('sellerId', '=', sellerId).execute()
  await tx.deleteFrom('customerNotes').where('customerId', 'in', ofSeller).execute()
}

import { sql, type Kysely, type Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { listMailsOfBuyer } from '#buying/withdrawal/notify.ts'
import type { Database } from '#foundation/db/schema.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { eraseTexts } from '#foundation/mail/change-mails.ts'
import { eraseAnswers } from '#payments/purchases/records/answers.ts'
import { deleteTrialStarts } from '#payments/subscriptions/trial/trial-starts.ts'
import { changeCustomer, type Changer } from './change-customer.ts'
import { HasSubscription, MailWaiting } from './errors.ts'
import { familyOf } from './store.ts'

/** Erases other domains' data about a buyer, in the same transaction. */
export type EraseBuyer = (
  tx: Transaction<Database>,
  sellerId: string,
  buyer: { readonly addresses: readonly string[]; readonly names: readonly string[] },
) => Promise<void>

/**
 * Erases a customer and everyone merged into them: address, name, tags, notes, answers, email texts, the records that
 * limit trials per person and card, and saved views that search for them. Sales and invoices are kept by law.
 */
export async function eraseCustomer(
  db: Kysely<Database>,
  by: Changer,
  { id, at }: { readonly id: string; readonly at: Date },
  eraseBuyer: EraseBuyer,
): Promise<void> {
  await changeCustomer(db, by, id, async (tx, { sellerId }) => {
    if (await hasSubscription(tx, sellerId, id)) throw new HasSubscription()
    const traces = await tracesOf(tx, sellerId, id)
    if (traces.mails.some(({ isWaiting }) => isWaiting)) throw new MailWaiting()
    await eraseUnchecked(tx, { id, at, ...traces }, eraseBuyer)
    await recordAudit(tx, { at, actorId: by.userId, sellerId, subjectId: id, action: 'customers.erase' })
  })
}

type Traces = Awaited<ReturnType<typeof tracesOf>>

/** The places outside their own row where a customer is mentioned. */
export async function tracesOf(tx: Transaction<Database>, sellerId: string, id: string) {
  const bought = await boughtAs(tx, sellerId, id)
  return { sellerId, bought, mails: await listMailsOfBuyer(tx, { sellerId, ...bought }) }
}

/** Works like `eraseCustomer`, but automatically: without checks and without a member to record. */
export async function eraseUnchecked(
  tx: Transaction<Database>,
  { id, at, sellerId, bought, mails }: Traces & { readonly id: string; readonly at: Date },
  eraseBuyer: EraseBuyer,
): Promise<void> {
  await eraseTexts(
    tx,
    mails.map((mail) => mail.id),
  )
  await deleteTrialStarts(tx, bought.purchaseIds)
  await eraseAnswers(tx, bought.purchaseIds)
  await eraseBuyer(tx, sellerId, bought)
  await tx.deleteFrom('customerTags').where('customerId', 'in', familyOf(id)).execute()
  await tx.deleteFrom('customerNotes').where('customerId', 'in', familyOf(id)).execute()
  await tx.deleteFrom('customerCorrections').where('customerId', 'in', familyOf(id)).execute()
  await tx.deleteFrom('customerMerges').where('keptId', 'in', familyOf(id)).execute()
  await tx
    .updateTable('customers')
    .set({ email: null, emailKey: null, name: '', erasedAt: at })
    .where('id', 'in', familyOf(id))
    .execute()
  await recordPending(tx, { type: 'customer.erased', sellerId, objectId: id, at })
}

/** A customer's purchases and every address used for their emails. */
async function boughtAs(
  tx: Transaction<Database>,
  sellerId: string,
  id: string,
): Promise<{ purchaseIds: string[]; addresses: string[]; names: string[] }> {
  const purchases = await tx
    .selectFrom('purchasesView as purchases')
    .select(['id', 'email', 'mailTo', 'name'])
    .where('sellerId', '=', sellerId)
    .where('customerId', '=', id)
    .execute()
  const family = await tx
    .selectFrom('customers')
    .select(['email', 'name'])
    .where('id', 'in', familyOf(id))
    .execute()
  const corrections = await tx
    .selectFrom('customerCorrections')
    .select('fromEmail')
    .where('customerId', 'in', familyOf(id))
    .execute()
  const addresses = [
    ...family.map(({ email }) => email),
    ...corrections.map(({ fromEmail }) => fromEmail),
    ...purchases.flatMap(({ email, mailTo }) => [email, mailTo]),
  ]
  return {
    purchaseIds: purchases.map((purchase) => purchase.id),
    addresses: [...new Set(addresses.filter((address) => address !== null))],
    names: [...new Set([...family, ...purchases].map(({ name }) => name))],
  }
}

async function hasSubscription(tx: Transaction<Database>, sellerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from purchases_view as purchases join subscriptions_view as subscriptions on subscriptions.order_id = purchases.id
    where purchases.seller_id = ${sellerId} and purchases.customer_id = ${id}
      and subscriptions.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes a closing shop's notes and tags about customers. */
export async function deleteWritten(tx: Transaction<Database>, sellerId: string): Promise<void> {
  const ofSeller = sql<string>`(select id from customers where seller_id = ${sellerId})`
  await tx.deleteFrom('customerTags').where('sellerId', '=', sellerId).execute()
  await tx.deleteFrom('customerNotes').where('customerId', 'in', ofSeller).execute()
  await tx.deleteFrom('customerCorrections').where('customerId', 'in', ofSeller).execute()
}

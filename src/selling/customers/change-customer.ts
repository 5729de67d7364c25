import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { isUniqueViolation } from '#foundation/db/unique-violation.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { InvalidFields, NotFound } from '#foundation/failures/failure.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { attachTo, redirectMails } from '#payments/purchases/charge/attach-purchases.ts'
import { familyOf, findLastPurchase, listTags, lockCustomers } from './store.ts'

export type Changer = Pick<Caller, 'userId' | 'sellerId'>

/** Changes a customer of the caller's shop in its own transaction. A merged customer cannot be changed. */
export async function changeCustomer(
  db: Kysely<Database>,
  { sellerId }: Changer,
  id: string,
  change: (tx: Transaction<Database>, customer: Selectable<Database['customers']>) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [customer] = await lockCustomers(tx, sellerId, [id])
    if (customer === undefined || customer.mergedInto !== null) throw new NotFound()
    await change(tx, customer)
  })
}

export async function setTags(
  db: Kysely<Database>,
  by: Changer,
  id: string,
  tags: readonly string[],
): Promise<void> {
  await changeCustomer(db, by, id, async (tx, { sellerId }) => {
    await tx.deleteFrom('customerTags').where('customerId', 'in', familyOf(id)).execute()
    const rows = (await spelledAlike(tx, sellerId, tags)).map((tag) => ({ customerId: id, sellerId, tag }))
    if (rows.length > 0) await tx.insertInto('customerTags').values(rows).execute()
  })
}

/** Removes duplicate tags and reuses the shop's spelling, so that "vip" becomes the existing tag "VIP". */
async function spelledAlike(
  tx: Transaction<Database>,
  sellerId: string,
  tags: readonly string[],
): Promise<string[]> {
  const known = await listTags(tx, sellerId)
  const spellings = new Map(known.map((tag) => [tag.toLowerCase(), tag]))
  const spelled = tags.map((tag) => {
    const key = tag.toLowerCase()
    return [key, known.includes(tag) ? tag : (spellings.get(key) ?? tag)] as const
  })
  // If a new tag is given in several spellings, the first one counts.
  return [...new Map(spelled.toReversed()).values()]
}

export async function addNote(
  db: Kysely<Database>,
  by: Changer,
  id: string,
  { text, at }: { readonly text: string; readonly at: Date },
): Promise<void> {
  await changeCustomer(db, by, id, async (tx) => {
    const note = { id: newId(), customerId: id, text, writtenBy: by.userId, writtenAt: at }
    await tx.insertInto('customerNotes').values(note).execute()
  })
}

export async function deleteNote(
  db: Kysely<Database>,
  by: Changer,
  id: string,
  noteId: string,
): Promise<void> {
  await changeCustomer(db, by, id, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('customerNotes')
      .where('customerId', 'in', familyOf(id))
      .where('id', '=', noteId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new NotFound()
  })
}

/**
 * Changes a customer's address for all future emails. Sales keep the old address. A later buyer with that address is
 * another customer. The old address is notified, so that a customer's emails cannot be redirected unnoticed.
 */
export async function correctEmail(
  db: Kysely<Database>,
  by: Changer,
  id: string,
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const asked = await tx
        .selectFrom('customers')
        .select(['id', 'sellerId', 'emailKey'])
        .where('id', '=', id)
        .where('sellerId', '=', by.sellerId)
        .executeTakeFirst()
      // These rows are locked before the customer, in the same order as when purchases are assigned to customers.
      if (asked !== undefined) await attachTo(tx, asked, asked.emailKey ?? '')
      const [customer] = await lockCustomers(tx, by.sellerId, [id])
      if (customer === undefined || customer.mergedInto !== null) throw new NotFound()
      if (customer.email === email) return
      const emailKey = sql<string>`lower(${email})`
      // Merged customers keep the address by which their purchases are found.
      const key = (await isOfFamily(tx, customer, email)) ? {} : { emailKey }
      await tx
        .updateTable('customers')
        .set({ email, ...key })
        .where('id', '=', id)
        .execute()
      const from = customer.email ?? ''
      // If the customer now uses a merged customer's address, it differs from the address of their purchases.
      await redirectMails(tx, customer, [customer.emailKey ?? '', from.toLowerCase()], email)
      const correctionId = await recordCorrection(tx, by, id, { from, to: email, at })
      const { userId: actorId, sellerId } = by
      if (from.toLowerCase() !== email.toLowerCase()) {
        const kind = 'address_corrected'
        const data = { sellerId, language: (await findLastPurchase(tx, sellerId, id))?.language }
        await enqueueMail(tx, { kind, about: correctionId, data, recipient: from, at })
      }
      await recordPending(tx, { type: 'customer.corrected', sellerId, objectId: id, at })
      await recordAudit(tx, { at, actorId, sellerId, subjectId: id, action: 'customers.correct-email' })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new InvalidFields({ email: t('Another customer has this email. Merge them instead.') })
  }
}

/** Whether an address belongs to a customer who was merged into this one. */
async function isOfFamily(
  tx: Transaction<Database>,
  { id, sellerId }: { readonly id: string; readonly sellerId: string },
  email: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('mergedInto', '=', id)
    .where('emailKey', '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Records why emails are sent to an address other than the sale's. The entry cannot be deleted. Returns its id. */
async function recordCorrection(
  tx: Transaction<Database>,
  { userId: correctedBy }: Changer,
  customerId: string,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: Date },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('customerCorrections')
    .values({ id, customerId, fromEmail: from, toEmail: to, correctedBy, correctedAt: at })
    .execute()
  return id
}

import { sql, type Kysely, type Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import { givePurchases, takeBackPurchases } from '#payments/purchases/charge/attach-purchases.ts'
import type { Changer } from './change-customer.ts'
import { SameCustomer, TooLate } from './errors.ts'
import { lockCustomers } from './store.ts'

/** The deadline to undo a merge. */
export function undoableUntil(mergedAt: Date): Date {
  return secondsAfter(mergedAt, 30 * 24 * 60 * 60)
}

/**
 * Merges one customer into another, with purchases and earlier merges. Emails keep going to the same addresses, so that
 * a wrong merge never shows one person another's purchases.
 */
export async function mergeCustomers(
  db: Kysely<Database>,
  by: Changer,
  { keptId, goneId, at }: { readonly keptId: string; readonly goneId: string; readonly at: Date },
): Promise<void> {
  if (keptId === goneId) throw new SameCustomer()
  await inTransaction(db, async (tx) => {
    const locked = await lockCustomers(tx, by.sellerId, [keptId, goneId])
    const kept = locked.find(({ id }) => id === keptId)
    const gone = locked.find(({ id }) => id === goneId)
    if (kept === undefined || gone === undefined || kept.mergedInto !== null) throw new NotFound()
    if (gone.mergedInto === keptId) throw new SameCustomer()
    if (gone.mergedInto !== null) throw new NotFound()
    const purchaseIds = await givePurchases(tx, by.sellerId, goneId, keptId)
    await tx
      .updateTable('customers')
      .set({ mergedInto: keptId })
      .where((one) => one.or([one('id', '=', goneId), one('mergedInto', '=', goneId)]))
      .execute()
    await tx
      .updateTable('customers')
      .set({ firstPaidAt: sql<Date>`least(first_paid_at, ${gone.firstPaidAt})` })
      .where('id', '=', keptId)
      .execute()
    const merge = { goneId, keptId, mergedBy: by.userId, mergedAt: at, purchaseIds }
    await tx.insertInto('customerMerges').values(merge).execute()
    const { userId: actorId, sellerId } = by
    await recordPending(tx, { type: 'customer.merged', sellerId, objectId: goneId, at })
    await recordAudit(tx, { at, actorId, sellerId, subjectId: keptId, action: 'customers.merge' })
  })
}

/** Makes a merged customer separate again, with their earlier and later purchases. */
export async function undoMerge(
  db: Kysely<Database>,
  by: Changer,
  { keptId, goneId, at }: { readonly keptId: string; readonly goneId: string; readonly at: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCustomers(tx, by.sellerId, [keptId, goneId])
    const merge = found(
      await tx
        .deleteFrom('customerMerges')
        .using('customers')
        .whereRef('customers.id', '=', 'customerMerges.keptId')
        .where('customers.sellerId', '=', by.sellerId)
        .where('customers.mergedInto', 'is', null)
        .where('keptId', '=', keptId)
        .where('goneId', '=', goneId)
        .returning(['mergedAt', 'purchaseIds'])
        .executeTakeFirst(),
    )
    if (undoableUntil(merge.mergedAt) <= at) throw new TooLate()
    const emailKeys = await partFamily(tx, goneId)
    const { sellerId, userId: actorId } = by
    const ids = merge.purchaseIds
    await takeBackPurchases(tx, { sellerId, from: keptId, to: goneId, ids, emailKeys })
    await recordAudit(tx, { at, actorId, sellerId, subjectId: keptId, action: 'customers.undo-merge' })
  })
}

/**
 * Separates a customer, and everyone merged into them before, from the customer they were merged into. Returns their
 * addresses.
 */
async function partFamily(tx: Transaction<Database>, goneId: string): Promise<string[]> {
  const { rows } = await sql<{ emailKey: string }>`
    with recursive family (id) as (
      select ${goneId}::uuid
      union
      select customer_merges.gone_id from customer_merges join family on customer_merges.kept_id = family.id
    )
    update customers set merged_into = case when customers.id = ${goneId} then null else ${goneId}::uuid end
    from family where customers.id = family.id
    returning customers.email_key`.execute(tx)
  return rows.map(({ emailKey }) => emailKey)
}

import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** A history entry that ended an order, with the order's current state. */
export type EndedOrder = Awaited<ReturnType<typeof listEnded>>[number]

/** The orders that ended in a span of entries, in the order of the entries. */
export async function listEnded(tx: Transaction<Database>, after: number, upTo: number) {
  return ended(tx).where('entry.id', '>', after).where('entry.id', '<=', upTo).orderBy('entry.id').execute()
}

/** How an order last ended, or undefined if it has not. */
export async function findEnded(tx: Transaction<Database>, id: string): Promise<EndedOrder | undefined> {
  return ended(tx).where('purchases.id', '=', id).orderBy('entry.id', 'desc').limit(1).executeTakeFirst()
}

function ended(db: Kysely<Database>) {
  return db
    .selectFrom('purchaseTransitionsView as entry')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'entry.purchaseId')
    .select(['entry.id as entryId', 'entry.status as entryStatus'])
    .select(
      sql<boolean>`exists (
        select from purchase_transitions_view earlier
        where earlier.purchase_id = entry.purchase_id and earlier.id < entry.id
          and earlier.event is null and earlier.status = 'requires_action')`.as('wasAtBank'),
    )
    .select([
      'purchases.id',
      'purchases.sellerId',
      'purchases.formId',
      'purchases.priceId',
      'purchases.status',
    ])
    .select(['purchases.email', 'purchases.name', 'purchases.total', 'purchases.currency'])
    .select(['purchases.couponCode', 'purchases.locale', 'purchases.language', 'purchases.settlesBy'])
    .select(['purchases.failureReason', 'purchases.adviceCode', 'purchases.recoveryId'])
    .select(['purchases.updatedAt', 'purchases.paidAt'])
    .where('entry.event', 'is', null)
    .where('entry.status', 'in', ['failed', 'canceled', 'paid'])
    .where('purchases.kind', '=', 'order')
    .where('purchases.email', '!=', '')
    .$narrowType<{ entryStatus: 'failed' | 'canceled' | 'paid' }>()
}

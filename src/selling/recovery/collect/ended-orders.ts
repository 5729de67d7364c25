import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** An entry of the history that ended an order, with the order as it is now. */
export type EndedOrder = Awaited<ReturnType<typeof listEnded>>[number]

/** The orders that ended in a span of entries, in their order. */
export async function listEnded(tx: Transaction<Database>, after: number, upTo: number) {
  return tx
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
    .where('entry.id', '>', after)
    .where('entry.id', '<=', upTo)
    .where('entry.event', 'is', null)
    .where('entry.status', 'in', ['failed', 'canceled', 'paid'])
    .where('purchases.kind', '=', 'order')
    .where('purchases.email', '!=', '')
    .orderBy('entry.id')
    .$narrowType<{ entryStatus: 'failed' | 'canceled' | 'paid' }>()
    .execute()
}

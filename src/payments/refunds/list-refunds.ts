import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** A refund as it is stored. Amounts are in minor units of its purchase's currency. */
export type Refund = Selectable<Database['refunds']>

export async function listSucceededRefunds(
  db: Kysely<Database>,
  stripeAccountId: string,
  from: Date,
  to: Date,
) {
  return db
    .selectFrom('refunds')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'refunds.purchaseId')
    .select(['refunds.purchaseId', 'refunds.amount', 'refunds.stripeRefundId'])
    .select(['purchases.currency', 'purchases.paymentIntentId'])
    .where('purchases.stripeAccountId', '=', stripeAccountId)
    .where('refunds.status', '=', 'succeeded')
    .where('refunds.createdAt', '>=', from)
    .where('refunds.createdAt', '<=', to)
    .execute()
}

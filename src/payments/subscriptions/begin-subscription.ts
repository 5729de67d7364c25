import type { Kysely, Transaction } from 'kysely'
import { secondsAfter } from '#foundation/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { AgreedRecurrence } from '#payments/purchases/payment-services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import type { PricedLine } from './price-parts.ts'
import { findByOrder, insertSubscription, type Subscription } from './store.ts'

/** A subscription that an order's process left behind is looked at after this, in seconds. */
const firstCheckAfter = 60

/** Records with an order that it is the first payment of a subscription; `line` is what each further payment is for. */
export async function recordSubscription(
  tx: Transaction<Database>,
  order: Purchase,
  recurrence: AgreedRecurrence,
  line: PricedLine & { readonly taxAmount: number },
): Promise<void> {
  const { title, subtotal, taxAmount, total, taxTitle, taxPercentage, taxInclusive } = line
  const { billingInterval, billingPeriod, cancelAfter, applicationFeeBasisPoints } = recurrence
  await insertSubscription(tx, {
    id: newId(),
    orderId: order.id,
    sellerId: order.sellerId,
    stripeAccountId: order.stripeAccountId,
    currency: order.currency,
    title,
    subtotal,
    taxAmount,
    total,
    taxTitle,
    taxPercentage,
    taxInclusive,
    billingInterval,
    billingPeriod,
    cancelAfter,
    applicationFeeBasisPoints,
    createdAt: order.createdAt,
    updatedAt: order.createdAt,
    nextCheckAt: secondsAfter(order.createdAt, firstCheckAfter),
  })
}

/** The subscription that a purchase began, if it began one. */
export async function subscriptionOfOrder(
  db: Kysely<Database>,
  { id, kind, total }: Pick<Purchase, 'id' | 'kind' | 'total'>,
): Promise<Subscription | undefined> {
  return kind === 'order' && total > 0 ? findByOrder(db, id) : undefined
}

/** The order's payment has succeeded: in its transaction, what it began is active and due to be compared. */
export async function activateSubscription(
  tx: Transaction<Database>,
  { id, kind, total }: Pick<Purchase, 'id' | 'kind' | 'total'>,
  now: Date,
): Promise<void> {
  if (kind !== 'order' || total === 0) return
  await tx
    .updateTable('subscriptions')
    .set((row) => ({ status: 'active', revision: row('revision', '+', 1), nextCheckAt: now, updatedAt: now }))
    .where('orderId', '=', id)
    .where('status', '=', 'incomplete')
    .execute()
}

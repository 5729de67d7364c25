import type { Kysely, Transaction } from 'kysely'
import { secondsAfter } from '#foundation/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { AgreedRecurrence } from '#payments/purchases/payment-services.ts'
import { listPrice } from '#payments/pricing/list-price.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { rateOf } from './agreed-amounts.ts'
import type { PricedLine } from './price-parts.ts'
import { findByOrder, insertSubscription, type Subscription } from './store.ts'

/** A subscription that an order's process left behind is looked at after this, in seconds. */
const firstCheckAfter = 60

/** Records with an order that it is the first payment of a subscription; `line` is what each further payment is for. */
export async function recordSubscription(
  tx: Transaction<Database>,
  order: Purchase,
  recurrence: AgreedRecurrence,
  line: PricedLine,
): Promise<void> {
  const { title, taxTitle, taxPercentage, taxInclusive, discountAmount = 0 } = line
  const { billingInterval, billingPeriod, cancelAfter, applicationFeeBasisPoints, discountCycles } =
    recurrence
  const { subtotal, taxAmount, total } = listPrice(line, rateOf(line), order.currency)
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
    discountAmount,
    discountCycles: discountAmount === 0 ? null : discountCycles,
    reducedTotal: discountAmount === 0 ? null : line.total,
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

type Beginning = Pick<Purchase, 'id' | 'kind' | 'total' | 'couponCode'>

/** A recurring price costs nothing at first by a coupon alone. */
function mayBegin({ kind, total, couponCode }: Beginning): boolean {
  return kind === 'order' && (total > 0 || couponCode !== null)
}

/** The subscription that a purchase began, if it began one. */
export async function subscriptionOfOrder(
  db: Kysely<Database>,
  purchase: Beginning,
): Promise<Subscription | undefined> {
  return mayBegin(purchase) ? findByOrder(db, purchase.id) : undefined
}

/** The order's payment has succeeded: in its transaction, what it began is active and due to be compared. */
export async function activateSubscription(
  tx: Transaction<Database>,
  purchase: Beginning,
  now: Date,
): Promise<void> {
  if (!mayBegin(purchase)) return
  await tx
    .updateTable('subscriptions')
    .set((row) => ({ status: 'active', revision: row('revision', '+', 1), nextCheckAt: now, updatedAt: now }))
    .where('orderId', '=', purchase.id)
    .where('status', '=', 'incomplete')
    .execute()
}

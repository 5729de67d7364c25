import { sql, type Kysely, type Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import type { Database } from '#foundation/db/schema.ts'
import { CouponRefused } from '#payments/coupons/errors.ts'
import type { AgreedRecurrence } from '#payments/purchases/payment-services.ts'
import { listPrice } from '#payments/pricing/recurrence.ts'
import { asksProvider, taxColumns, wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { canCount } from '../sync/reduced-months.ts'
import { findByOrder, insertSubscription, type Subscription } from '../store.ts'
import { recordTrialStart } from '../trial/trial-starts.ts'
import { rateOf } from './agreed-prices.ts'
import type { PricedLine } from './price-parts.ts'

/** After how many seconds a subscription is checked if the process that placed its order died. */
const firstCheckAfter = 60

/** Records an order as the first payment of a subscription. `line` is the line of each later payment. */
export async function recordSubscription(
  tx: Transaction<Database>,
  order: Purchase,
  recurrence: AgreedRecurrence,
  line: PricedLine,
): Promise<void> {
  const { title, sellerTitle = null, quantity = 1, discountAmount = 0 } = line
  const { billingInterval, billingPeriod, cancelAfter, applicationFeeBasisPoints, discountCycles } =
    recurrence
  const { start, payoffDiscount = 0, trier } = recurrence
  const reducedCycles = discountAmount === 0 ? null : discountCycles
  if (!canCount(recurrence, reducedCycles, order.createdAt.getTime())) throw new CouponRefused('not-today')
  const id = newId()
  const { subtotal, taxAmount, total } = listPrice(line, rateOf(line), order.currency)
  await insertSubscription(tx, {
    id,
    orderId: order.id,
    sellerId: order.sellerId,
    stripeAccountId: order.stripeAccountId,
    currency: order.currency,
    title,
    sellerTitle,
    quantity,
    subtotal,
    taxAmount,
    total,
    discountAmount,
    discountCycles: reducedCycles,
    reducedTotal: discountAmount === 0 ? null : line.total,
    ...pickFields(line, taxColumns),
    billingInterval,
    billingPeriod,
    cancelAfter,
    trialDays: start?.trialDays ?? 0,
    payoffDiscount,
    applicationFeeBasisPoints,
    createdAt: order.createdAt,
    updatedAt: order.createdAt,
    nextCheckAt: secondsAfter(order.createdAt, firstCheckAfter),
  })
  if (trier === null) return
  const { formId, createdAt: startedAt } = order
  await recordTrialStart(tx, { ...trier, subscriptionId: id, formId, startedAt })
}

type Beginning = Pick<
  Purchase,
  'id' | 'kind' | 'orderId' | 'total' | 'paymentMethodId' | 'confirmationTokenId'
>

/** A recurring price that is free at first needs a card for later payments. */
function mayBegin(purchase: Beginning): boolean {
  return purchase.kind === 'order' && asksProvider(purchase)
}

export async function subscriptionOfOrder(
  db: Kysely<Database>,
  purchase: Beginning,
): Promise<Subscription | undefined> {
  return mayBegin(purchase) ? findByOrder(db, purchase.id) : undefined
}

/** The subscription if anything was paid: its order, or a later cycle if a bank returned the order's payment. */
export async function begunSubscriptionOf(
  db: Kysely<Database>,
  purchase: Beginning & Pick<Purchase, 'status'>,
): Promise<Subscription | undefined> {
  const row = await subscriptionOfOrder(db, purchase)
  return wasPaid(purchase.status) || (row?.paidCycles ?? 0) > 0 ? row : undefined
}

/**
 * Runs in the transaction that marks a purchase paid: activates an order's subscription, or ends the plan that an early
 * payoff completed. Then the subscription is due to be compared with Stripe.
 */
export async function followPaidPurchase(
  tx: Transaction<Database>,
  purchase: Beginning,
  now: Date,
): Promise<void> {
  if (purchase.kind === 'payoff') return endPaidOff(tx, purchase, now)
  if (!mayBegin(purchase)) return
  await tx
    .updateTable('subscriptions')
    .set((row) => ({
      status: sql`case when trial_days > 0 then 'trialing' else 'active' end`,
      revision: row('revision', '+', 1),
      nextCheckAt: now,
      updatedAt: now,
    }))
    .where('orderId', '=', purchase.id)
    .where('status', '=', 'incomplete')
    .execute()
}

/** The plan must be ended on Stripe right away. */
async function endPaidOff(tx: Transaction<Database>, { id, orderId }: Beginning, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ nextCheckAt: now, payoffPaid: true })
    .where('orderId', '=', orderId)
    .where('payoffPurchaseId', '=', id)
    .execute()
}

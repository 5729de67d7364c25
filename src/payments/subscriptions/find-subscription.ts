import type { Kysely } from 'kysely'
import type { Alongside } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { found } from '#foundation/failures/failure.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { openedBy, type Purchase } from '#payments/purchases/purchase.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import { findByOrder, findByProviderId, listByCustomer, type Subscription } from './store.ts'
import { syncSubscription } from './sync/sync-subscription.ts'
import { begunSubscriptionOf } from './begin/begin-subscription.ts'

export type EventSubject = {
  readonly account: string
  readonly stripeSubscriptionId: string
  /** The purchase id in its metadata, or undefined for a subscription that the seller created elsewhere. */
  readonly purchaseId: string | undefined
}

/**
 * Updates the subscription in an event. Everything is read from Stripe. A subscription without a purchase's id is not
 * ours and is ignored. `alongside` runs in the transaction that writes it. Returns whether it is known.
 */
export async function syncByEvent(
  services: PaymentServices,
  subject: EventSubject,
  alongside: Alongside,
): Promise<boolean> {
  const { account, stripeSubscriptionId, purchaseId } = subject
  const known =
    (await findByProviderId(services.db, account, stripeSubscriptionId)) ??
    (isId(purchaseId ?? '') ? await findByOrder(services.db, purchaseId ?? '') : undefined)
  if (known === undefined || known.stripeAccountId !== account) return purchaseId === undefined
  await syncSubscription(services, known, 'webhook', alongside)
  return true
}

/** Updates the subscriptions of a customer. Returns whether any of them is ours. */
export async function syncByCustomer(
  services: PaymentServices,
  account: string,
  customerId: string,
  cause: string,
): Promise<boolean> {
  const known = await listByCustomer(services.db, account, customerId)
  for (const row of known) await syncSubscription(services, row, cause)
  return known.length > 0
}

/** What a buyer's request contains: the order's id, the purchase's secret and the client's IP address. */
type Claimed = { readonly id: string; readonly secret: string; readonly address: string }

/**
 * Finds the subscription for a buyer's request. Throws as `openedBy` does, and `NotFound` if there is no
 * subscription.
 */
export async function findOfBuyer(
  { db }: Pick<PaymentServices, 'db'>,
  authSecret: string,
  limiter: Limiter,
  { id, secret, address }: Claimed,
): Promise<{ readonly row: Subscription; readonly order: Purchase }> {
  await limiter.take([{ rule: 'subscriptionFromAddress', subject: clientNetwork(address) }])
  const order = openedBy(authSecret, await findPurchaseById(db, id), secret)
  const row = found(await begunSubscriptionOf(db, order))
  return { row, order }
}

const most = 100

/** A customer's subscriptions with a seller, including past ones, newest first. */
export async function listSubscriptionsOf(
  db: Kysely<Database>,
  { id, sellerId }: { readonly id: string; readonly sellerId: string },
): Promise<Subscription[]> {
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoin('subscriptions', 'subscriptions.orderId', 'purchases.id')
    .selectAll('subscriptions')
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.customerId', '=', id)
    .where('subscriptions.status', 'not in', ['incomplete', 'incomplete_expired'])
    .orderBy('subscriptions.id', 'desc')
    .limit(most)
    .execute()
}

export async function findSubscriptionOf(
  db: Kysely<Database>,
  orderId: string,
): Promise<Subscription | undefined> {
  const [subscription] = await selectSubscription(db, { orderId })
  return subscription
}

const selectSubscription = prepare((db, place: PlaceOf<{ readonly orderId: string }>) =>
  db.selectFrom('subscriptions').selectAll().where('orderId', '=', place('orderId')),
)

export async function listSubscriptionsOfOrders(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<Subscription[]> {
  if (orderIds.length === 0) return []
  return db.selectFrom('subscriptions').selectAll().where('orderId', 'in', orderIds).execute()
}

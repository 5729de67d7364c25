import type { Kysely } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { listNamedPurchases } from '#payments/purchases/records/named-purchases.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { cancelSubscription } from '#payments/subscriptions/end/cancel-subscription.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import type { Database } from '#foundation/db/schema.ts'
import { listCanceledBefore } from '../statement/further-statements.ts'
import { askBuyer, notifySeller } from '../notify.ts'
import { confirmFitting, repeatedAt } from '../statement/receive-statement.ts'
import {
  addStated,
  changeOpen,
  insertWithdrawal,
  listSubscribedOrders,
  lockOrders,
  statedAnew,
  type SubscribedOrder,
  type Withdrawal,
} from '../store.ts'

/** How often we check whether a contract's last period has begun, in seconds. */
const lookedEvery = 12 * 60 * 60

/**
 * Matches a cancellation to contracts. As with a withdrawal, it takes effect only if both a number and its
 * email address match. Otherwise the buyer is asked, and the seller or operator notified. If it has numbers
 * from several shops, each shop gets its own copy.
 */
export async function matchCancellation(
  { db, config, clock }: PaymentServices,
  row: Withdrawal,
): Promise<Withdrawal | undefined> {
  const named = await listNamedPurchases(db, row.reference, 'all', row.sellerId)
  const orders = named.map(({ id, orderId }) => orderId ?? id)
  const found = await listSubscribedOrders(db, { ids: orders, sellerId: row.sellerId })
  const shop = row.sellerId ?? found[0]?.sellerId
  const byNumber = found.filter(({ sellerId }) => sellerId === shop)
  const others = new Set(found.map(({ sellerId }) => sellerId).filter((sellerId) => sellerId !== shop))
  const byEmail =
    found.length > 0 ? [] : await listSubscribedOrders(db, { email: row.email, sellerId: row.sellerId })
  const isOwn = ({ email }: SubscribedOrder) => email.toLowerCase() === row.email.toLowerCase()
  const own = byNumber.filter(isOwn)
  const about = own.length > 0 ? own : byNumber.length > 0 ? byNumber : byEmail
  const asked = own.length > 0 ? byNumber.filter((one) => !isOwn(one)) : about
  const shops = new Set(about.map(({ sellerId }) => sellerId))
  const [first] = about
  const fits =
    own.length > 0
      ? 'number_and_email'
      : byNumber.length > 0
        ? 'number'
        : first === undefined
          ? 'nothing'
          : 'email'
  return inTransaction(db, async (tx) => {
    await lockOrders(
      tx,
      own.map(({ id }) => id),
    )
    const before = await listCanceledBefore(
      tx,
      row,
      own.map(({ id }) => id),
    )
    const isAllOwn = own.length > 0 && own.length === byNumber.length && others.size === 0
    const isRepeated = isAllOwn && own.every(({ id }) => before.has(id))
    const changed = await changeOpen(tx, row.id, {
      purchaseId: about.length === 1 || own.length > 0 ? (first?.id ?? null) : null,
      sellerId: row.sellerId ?? (shops.size === 1 ? (first?.sellerId ?? null) : null),
      fits,
      ...(own.length > 0
        ? { matchedBy: 'number_and_email', confirmedAt: row.receivedAt }
        : { nextCheckAt: null }),
      ...(isRepeated ? repeatedAt(clock.now()) : {}),
    })
    if (changed === undefined) return undefined
    await addStated(
      tx,
      row.id,
      about.map(({ id }) => id),
    )
    if (isRepeated) return changed
    for (const email of new Set(asked.map((one) => one.email))) {
      await askBuyer(
        tx,
        changed,
        email,
        asked.filter((one) => one.email === email),
      )
    }
    for (const sellerId of others) {
      await insertWithdrawal(tx, { ...statedAnew(row), sellerId, nextCheckAt: clock.now() })
    }
    if (own.length > 0) await confirmFitting(tx, row, clock.now())
    await notifySeller(tx, config, changed)
    return changed
  })
}

/**
 * Ends contracts with their paid period, or with the period of the given day. Contracts that were already
 * ended are left alone, because buyers may have resumed them.
 */
export async function endContracts(services: PaymentServices, row: Withdrawal): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const done = await Promise.all(
    (await listWaiting(db, row.id)).map(async (purchaseId) => {
      const isDone = await endContract(services, purchaseId, row.endsOn)
      if (isDone) await markCarriedOut(db, { withdrawalId: row.id, purchaseId }, now)
      return isDone
    }),
  )
  const nextCheckAt = done.every(Boolean) ? null : secondsAfter(now, lookedEvery)
  await changeOpen(db, row.id, { nextCheckAt })
}

/**
 * Ends a contract, and returns whether it ends or has ended. This does not wait for a first payment that a bank is
 * processing, because Stripe would charge the next one.
 */
async function endContract(
  services: PaymentServices,
  orderId: string,
  endsOn: string | null,
): Promise<boolean> {
  const order = await findPurchaseById(services.db, orderId)
  const found = order && (await subscriptionOfOrder(services.db, order))
  if (found === undefined || hasEnded(found.status)) return true
  const paidUntil = found.currentPeriodEnd
  if (endsOn !== null && (paidUntil === null || paidUntil < new Date(endsOn))) return false
  const ended = await cancelSubscription(services, found, 'period_end', 'buyer')
  return hasEnded(ended.status) || ended.cancellation !== null || ended.cancelAtPeriodEnd
}

async function listWaiting(db: Kysely<Database>, withdrawalId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('statedPurchases')
    .select('purchaseId')
    .where('withdrawalId', '=', withdrawalId)
    .where('carriedOutAt', 'is', null)
    .execute()
  return rows.map(({ purchaseId }) => purchaseId)
}

async function markCarriedOut(
  db: Kysely<Database>,
  { withdrawalId, purchaseId }: { readonly withdrawalId: string; readonly purchaseId: string },
  carriedOutAt: Date,
): Promise<void> {
  await db
    .updateTable('statedPurchases')
    .set({ carriedOutAt })
    .where('withdrawalId', '=', withdrawalId)
    .where('purchaseId', '=', purchaseId)
    .execute()
}

/** Whether a bank is processing any payment for a statement's contracts. */
export async function isOneWithBank(db: Kysely<Database>, withdrawalId: string): Promise<boolean> {
  const found = await db
    .selectFrom('statedPurchases')
    .innerJoin('subscriptionsView as subscriptions', 'subscriptions.orderId', 'statedPurchases.purchaseId')
    .select('subscriptions.id')
    .where('withdrawalId', '=', withdrawalId)
    .where((row) =>
      row.or([
        row('subscriptions.status', '=', 'incomplete'),
        row('subscriptions.paymentOnItsWay', '=', 'at_bank'),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

import type { Transaction } from 'kysely'
import { fewestDays, mostDays } from '#buying/consumer-law/contract.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { listNamedPurchases } from '#payments/purchases/records/named-purchases.ts'
import { mailAddressOf, wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { begunSubscriptionOf, subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import { isWaitingAlready, listStatedBefore } from './further-statements.ts'
import { askBuyer, notifySeller } from '../notify.ts'
import { endOf, endWith, isOpen, namedBy, reasonToWait } from '../refund/parts.ts'
import { confirmFitting, repeatedAt } from './receive-statement.ts'
import {
  addPurchases,
  addStated,
  changeOpen,
  insertWithdrawal,
  listEarlier,
  listOrdersOf,
  listParts,
  lockOrders,
  statedAnew,
  type Part,
  type Withdrawal,
} from '../store.ts'

const day = 24 * 60 * 60
/**
 * The longest withdrawal periods in seconds, including weekends and time zones. Buyers are not asked about
 * older orders.
 */
const lawfulPeriod = (fewestDays + 4) * day
const longestPeriod = (mostDays + 4) * day
/** How often we check a bank's payment for a purchase that was withdrawn from, in seconds. */
const lookedEvery = 6 * 60 * 60
const mostAsked = 5

/**
 * Matches a statement to purchases. It takes effect only if both a number and its email address match. If
 * only one of them matches, the buyer is asked, and if nothing matches, the seller or operator gets it.
 * Returns the changed statement, or undefined if it was closed or is waiting for a bank.
 */
export async function matchStatement(services: Services, row: Withdrawal): Promise<Withdrawal | undefined> {
  const { db } = services
  const all = (await listNamedPurchases(db, row.reference, 'all', row.sellerId)).filter(
    ({ id }) => row.purchaseId === null || id === row.purchaseId,
  )
  const unpaid = await Promise.all(
    all
      .filter((one) => one.settlesBy !== null && !wasPaid(one.status) && isOwn(row, one))
      .map(async (purchase) => ({ purchase, state: await stateOfUnpaid(db, purchase) })),
  )
  const found = all.filter(({ status }) => wasPaid(status))
  const sellerId = row.sellerId ?? found[0]?.sellerId
  const named = found.filter((one) => one.sellerId === sellerId)
  if (named[0] === undefined) return matchUnpaid(services, row, unpaid)
  const others = new Set(row.sellerId === null ? found.map((one) => one.sellerId) : [])
  others.delete(named[0].sellerId)
  const apart = livingOf(unpaid).filter((one) => !others.has(one.sellerId))
  return matchNumbers(services, row, [named[0], ...named.slice(1)], { others: [...others], apart })
}

/** A purchase in the statement whose payment a bank was processing and that is not paid. */
type Unpaid = {
  readonly purchase: Purchase
  /**
   * `begun`: its plan has been charged since then. `open`: it may still be paid. `never paid`: it was never charged.
   */
  readonly state: 'begun' | 'open' | 'never paid'
}

async function stateOfUnpaid(db: Services['db'], purchase: Purchase): Promise<Unpaid['state']> {
  if ((await begunSubscriptionOf(db, purchase)) !== undefined) return 'begun'
  const plan = await subscriptionOfOrder(db, purchase)
  const goesOn = plan !== undefined && !hasEnded(plan.status)
  return goesOn || isLookedAt(purchase) ? 'open' : 'never paid'
}

function isLookedAt({ status, nextCheckAt }: Purchase): boolean {
  return status === 'processing' || nextCheckAt !== null
}

function livingOf(unpaid: readonly Unpaid[]): Purchase[] {
  return unpaid.filter(({ state }) => state !== 'never paid').map(({ purchase }) => purchase)
}

async function matchUnpaid(
  services: Services,
  row: Withdrawal,
  unpaid: readonly Unpaid[],
): Promise<Withdrawal | undefined> {
  const begun = unpaid.find(({ state }) => state === 'begun')
  const living = livingOf(unpaid)
  if (begun !== undefined) return leaveToSeller(services, row, begun.purchase, living)
  if (living.length > 0) return waitForBank(services, row)
  if (unpaid.length === 0) return matchEmail(services, row)
  // Nothing was charged, so there is nothing to refund.
  return changeOpen(services.db, row.id, repeatedAt(services.clock.now()))
}

/**
 * If a bank did not complete an order's payment but its plan was charged, the seller decides. If the order is paid
 * later, it is refunded.
 */
async function leaveToSeller(
  { db, config, clock }: Services,
  row: Withdrawal,
  order: Purchase,
  living: readonly Purchase[],
): Promise<undefined> {
  const now = clock.now()
  const nextCheckAt = isLookedAt(order) ? secondsAfter(now, lookedEvery) : null
  await inTransaction(db, async (tx) => {
    const { id, sellerId } = order
    const changed = await changeOpen(tx, row.id, {
      purchaseId: id,
      sellerId,
      fits: 'number_and_email',
      nextCheckAt,
    })
    if (changed === undefined) return
    await addStated(tx, row.id, [id])
    await stateApart(
      tx,
      row,
      living.filter((one) => one.id !== id),
      now,
    )
    await confirmFitting(tx, row, now)
    await notifySeller(tx, config, changed)
  })
}

/** Copies the statement for each of these purchases, so that none of them delays another. */
async function stateApart(
  tx: Transaction<Database>,
  row: Withdrawal,
  purchases: readonly Purchase[],
  nextCheckAt: Date,
): Promise<void> {
  for (const { id, sellerId } of purchases)
    await insertWithdrawal(tx, { ...statedAnew(row), sellerId, purchaseId: id, nextCheckAt })
}

/**
 * Waits for the bank. If a buyer withdraws while a payment is in progress, the purchase is refunded once it is paid,
 * because the statement was in time.
 */
async function waitForBank({ db, clock }: Services, row: Withdrawal): Promise<undefined> {
  const now = clock.now()
  const nextCheckAt = secondsAfter(now, lookedEvery)
  await inTransaction(db, async (tx) => {
    const changed = await changeOpen(tx, row.id, { fits: 'number_and_email', nextCheckAt })
    if (changed !== undefined && !(await isWaitingAlready(tx, row))) await confirmFitting(tx, row, now)
  })
}

/** Whether a purchase belongs to the statement's email address and, if the statement has a shop, to that shop. */
function isOwn({ email, sellerId }: Withdrawal, one: Purchase): boolean {
  const isThere = sellerId === null || one.sellerId === sellerId
  return isThere && mailAddressOf(one).toLowerCase() === email.toLowerCase()
}

type Besides = {
  /** The shops of the statement's other purchases. Each gets its own copy of the statement. */
  readonly others: readonly string[]
  /** Purchases that are not paid yet, but may still be. */
  readonly apart: readonly Purchase[]
}

async function matchNumbers(
  services: Services,
  row: Withdrawal,
  named: readonly [Purchase, ...Purchase[]],
  { others, apart }: Besides,
): Promise<Withdrawal | undefined> {
  const { db, config, clock } = services
  const own = named.filter((one) => isOwn(row, one))
  const first = own[0] ?? named[0]
  return inTransaction(db, async (tx) => {
    await lockOrders(tx, named.map(orderIdOf))
    // Opening a file of these purchases waits for this lock, so that it clearly comes before or after the withdrawal.
    await lockOrders(
      tx,
      (await partsOf(tx, named)).map(({ id }) => id),
    )
    const parts = await partsOf(tx, named)
    const open = namedByAny(parts, own).filter(isOpen)
    const earlier = (await Promise.all(named.map((one) => listEarlier(tx, orderIdOf(one))))).flat()
    const inTime = open.filter((part) => row.receivedAt <= endWith(part, earlier))
    const stated = await listStatedBefore(
      tx,
      row,
      open.map(({ id }) => id),
    )
    const isNew = inTime.length > 0 || open.some(({ id }) => !stated.has(id))
    const isRepeated = own.length === named.length && !isNew
    const changed = await changeOpen(tx, row.id, {
      purchaseId: first.id,
      sellerId: first.sellerId,
      fits: own.length > 0 ? 'number_and_email' : 'number',
      ...(own.length > 0 && !isRepeated
        ? { matchedBy: 'number_and_email', confirmedAt: row.receivedAt }
        : {}),
      ...(isRepeated ? repeatedAt(clock.now()) : {}),
      // The seller decides about late statements and those that are not known to be the buyer's.
      ...(inTime.length === 0 ? { nextCheckAt: null } : {}),
    })
    if (changed === undefined) return undefined
    await addStated(
      tx,
      row.id,
      parts.map(({ id }) => id),
    )
    await addPurchases(
      tx,
      row.id,
      inTime.map((part) => ({ id: part.id, waitsBecause: reasonToWait(part, row.receivedAt) })),
    )
    for (const stranger of named.filter((one) => !isOwn(row, one))) {
      const { title = '' } = parts.find(({ id }) => id === stranger.id) ?? {}
      await askBuyer(tx, row, mailAddressOf(stranger), [
        { id: stranger.id, title, sellerId: stranger.sellerId },
      ])
    }
    for (const sellerId of others) {
      await insertWithdrawal(tx, { ...statedAnew(row), sellerId, nextCheckAt: clock.now() })
    }
    await stateApart(tx, row, apart, clock.now())
    if (own.length > 0 && !isRepeated) await confirmFitting(tx, row, clock.now())
    if (!isRepeated) await notifySeller(tx, config, changed)
    return changed
  })
}

function orderIdOf({ id, orderId }: Purchase): string {
  return orderId ?? id
}

async function partsOf(tx: Transaction<Database>, named: readonly Purchase[]): Promise<Part[]> {
  const orders = [...new Set(named.map(orderIdOf))]
  const parts = await Promise.all(orders.map((orderId) => listParts(tx, { orderId })))
  return namedByAny(parts.flat(), named)
}

function namedByAny(parts: readonly Part[], named: readonly Purchase[]): Part[] {
  return [...new Set(named.flatMap(({ id }) => namedBy(parts, id)))]
}

/** The orders of an email address that a statement may be about: those that can be withdrawn from, and recent ones. */
async function ordersOf({ db }: Services, { email, sellerId, receivedAt }: Withdrawal) {
  const since = secondsAfter(receivedAt, -longestPeriod)
  const lately = secondsAfter(receivedAt, -lawfulPeriod)
  const found = await listOrdersOf(db, email, sellerId, since)
  const parts = await listParts(db, { ids: found.map(({ id }) => id) })
  const likely = new Set(
    parts.filter((part) => part.paidAt > lately || receivedAt <= endOf(part)).map(({ id }) => id),
  )
  return found.filter(({ id }) => likely.has(id)).slice(0, mostAsked)
}

async function matchEmail(services: Services, row: Withdrawal): Promise<Withdrawal | undefined> {
  const { db, config } = services
  const orders = await ordersOf(services, row)
  const sellers = new Set(orders.map(({ sellerId }) => sellerId))
  const [only] = orders
  return inTransaction(db, async (tx) => {
    const changed = await changeOpen(tx, row.id, {
      purchaseId: orders.length === 1 ? (only?.id ?? null) : null,
      sellerId: row.sellerId ?? (sellers.size === 1 ? (only?.sellerId ?? null) : null),
      fits: orders.length > 0 ? 'email' : 'nothing',
      nextCheckAt: null,
    })
    if (changed === undefined) return undefined
    for (const { id } of orders) {
      const parts = namedBy(await listParts(tx, { orderId: id }), id)
      await addStated(
        tx,
        row.id,
        parts.map((part) => part.id),
      )
    }
    if (orders.length > 0) await askBuyer(tx, row, row.email, orders)
    await notifySeller(tx, config, changed)
    return changed
  })
}

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
/** The longest that the law and a policy may give to withdraw, with weekends and zones, in seconds; older orders are not asked about. */
const lawfulPeriod = (fewestDays + 4) * day
const longestPeriod = (mostDays + 4) * day
/** How often it is looked whether a bank has paid what is withdrawn from, in seconds. */
const lookedEvery = 6 * 60 * 60
/** How many orders a buyer is asked about at once. */
const mostAsked = 5

/**
 * Finds out what a statement withdraws from. Only numbers together with the address of their mails are acted on. Where one of them fits alone, the buyer is asked whether it was them; where nothing fits, the operator gets it.
 * One that has its purchase already is about that alone. Answers the statement as it stands then; undefined when somebody has closed it meanwhile.
 */
export async function matchStatement(services: Services, row: Withdrawal): Promise<Withdrawal | undefined> {
  const { db } = services
  const all = (await listNamedPurchases(db, row.reference, 'all')).filter(
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

/** Something named whose payment a bank had, and that is not paid. */
type Unpaid = {
  readonly purchase: Purchase
  /** Its plan was charged since all the same; it may still be paid; or nothing was ever taken for it. */
  readonly state: 'begun' | 'open' | 'never paid'
}

async function stateOfUnpaid(db: Services['db'], purchase: Purchase): Promise<Unpaid['state']> {
  if ((await begunSubscriptionOf(db, purchase)) !== undefined) return 'begun'
  const plan = await subscriptionOfOrder(db, purchase)
  const goesOn = plan !== undefined && !hasEnded(plan.status)
  return goesOn || isLookedAt(purchase) ? 'open' : 'never paid'
}

/** Whether a bank has it, or may be asked for it again. */
function isLookedAt({ status, nextCheckAt }: Purchase): boolean {
  return status === 'processing' || nextCheckAt !== null
}

function livingOf(unpaid: readonly Unpaid[]): Purchase[] {
  return unpaid.filter(({ state }) => state !== 'never paid').map(({ purchase }) => purchase)
}

/** Nothing that is named was paid. */
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
  // Nothing was taken, so that there is nothing to give back.
  return changeOpen(services.db, row.id, repeatedAt(services.clock.now()))
}

/**
 * An order that a bank has not carried out while its plan was charged all the same: what is to go back of that is the
 * seller's to say. Should the order be paid later, it is withdrawn from.
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

/** The same statement for each of these alone, so that none of them holds up another. */
async function stateApart(
  tx: Transaction<Database>,
  row: Withdrawal,
  purchases: readonly Purchase[],
  nextCheckAt: Date,
): Promise<void> {
  for (const { id, sellerId } of purchases)
    await insertWithdrawal(tx, { ...statedAnew(row), sellerId, purchaseId: id, nextCheckAt })
}

/** What is withdrawn from while a bank has its payment is given back once it is paid; it was in time when it was sent. */
async function waitForBank({ db, clock }: Services, row: Withdrawal): Promise<undefined> {
  const now = clock.now()
  const nextCheckAt = secondsAfter(now, lookedEvery)
  await inTransaction(db, async (tx) => {
    const changed = await changeOpen(tx, row.id, { fits: 'number_and_email', nextCheckAt })
    if (changed !== undefined && !(await isWaitingAlready(tx, row))) await confirmFitting(tx, row, now)
  })
}

/** Whether a purchase is of who a statement says it comes from, and of its shop where it names one. */
function isOwn({ email, sellerId }: Withdrawal, one: Purchase): boolean {
  const isThere = sellerId === null || one.sellerId === sellerId
  return isThere && mailAddressOf(one).toLowerCase() === email.toLowerCase()
}

type Besides = {
  /** The shops of what else is named; each gets the same statement as one of its own. */
  readonly others: readonly string[]
  /** What is not paid yet, and may be. */
  readonly apart: readonly Purchase[]
}

/** `named` are the purchases of one shop. */
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
    // Opening a file of a part waits until it is known whether that is withdrawn from, or counts before.
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
      // What came too late, or is not known to be the buyer's, is the seller's to decide.
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

/** The orders of an address that it may be about: those that can be withdrawn from, and what was bought lately. */
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

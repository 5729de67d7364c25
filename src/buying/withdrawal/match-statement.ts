import type { Transaction } from 'kysely'
import { fewestDays, mostDays } from '#buying/consumer-law/contract.ts'
import { secondsAfter } from '#foundation/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#foundation/services.ts'
import { listNamedPurchases } from '#payments/purchases/named-purchases.ts'
import { mailAddressOf, wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { askBuyer, tellSeller } from './notices.ts'
import { endOf, endWith, isOpen, namedBy } from './parts.ts'
import { repeatedAt } from './receive-statement.ts'
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
} from './store.ts'

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
 * Answers the statement as it stands then; undefined when somebody has closed it meanwhile.
 */
export async function matchStatement(services: Services, row: Withdrawal): Promise<Withdrawal | undefined> {
  const all = await listNamedPurchases(services.db, row.reference, 'all')
  const found = all.filter(({ status }) => wasPaid(status))
  const unpaid = all.filter((one) => one.settlesBy !== null && !wasPaid(one.status) && isOwn(row, one))
  if (unpaid.some(({ status }) => status === 'processing')) return waitForBank(services, row)
  // Nothing was taken, so that there is nothing to give back.
  if (found.length === 0 && unpaid.length > 0)
    return changeOpen(services.db, row.id, repeatedAt(services.clock.now()))
  const sellerId = row.sellerId ?? found[0]?.sellerId
  const named = found.filter((one) => one.sellerId === sellerId)
  if (named[0] === undefined) return matchEmail(services, row)
  const others = new Set(found.map((one) => one.sellerId))
  others.delete(named[0].sellerId)
  return matchNumbers(services, row, [named[0], ...named.slice(1)], row.sellerId === null ? [...others] : [])
}

/** What is withdrawn from while a bank has its payment is given back once it is paid; it was in time when it was sent. */
async function waitForBank({ db, clock }: Services, row: Withdrawal): Promise<undefined> {
  const nextCheckAt = secondsAfter(clock.now(), lookedEvery)
  await changeOpen(db, row.id, { fits: 'number_and_email', nextCheckAt })
}

/** Whether a purchase is of who a statement says it comes from, and of its shop where it names one. */
function isOwn({ email, sellerId }: Withdrawal, one: Purchase): boolean {
  const isThere = sellerId === null || one.sellerId === sellerId
  return isThere && mailAddressOf(one).toLowerCase() === email.toLowerCase()
}

/** `named` are the purchases of one shop; those of `others` get the same statement as one of their own. */
async function matchNumbers(
  services: Services,
  row: Withdrawal,
  named: readonly [Purchase, ...Purchase[]],
  others: readonly string[],
): Promise<Withdrawal | undefined> {
  const { db, config, clock } = services
  const own = named.filter((one) => isOwn(row, one))
  const first = own[0] ?? named[0]
  return inTransaction(db, async (tx) => {
    await lockOrders(tx, named.map(orderIdOf))
    const parts = await partsOf(tx, named)
    const open = namedByAny(parts, own).filter(isOpen)
    const earlier = (await Promise.all(named.map((one) => listEarlier(tx, orderIdOf(one))))).flat()
    const inTime = open.filter((part) => row.receivedAt <= endWith(part, earlier))
    const isRepeated = own.length === named.length && open.length === 0
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
      inTime.map(({ id }) => id),
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
    if (!isRepeated) await tellSeller(tx, config, changed)
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
    await tellSeller(tx, config, changed)
    return changed
  })
}

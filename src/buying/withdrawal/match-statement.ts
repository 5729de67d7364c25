import type { Transaction } from 'kysely'
import { secondsAfter } from '#foundation/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#foundation/services.ts'
import { lockPurchase } from '#payments/purchases/find-purchase.ts'
import { mailAddressOf, wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { tellSeller } from './notices.ts'
import { endOf, isOpen, namedBy } from './parts.ts'
import { purchaseNamedIn, repeatedAt } from './receive-statement.ts'
import { addPurchases, changeOpen, listOrdersOf, listParts, type Withdrawal } from './store.ts'

/** The longest that anybody may have to withdraw, with weekends and zones, in seconds; older orders are not asked about. */
const longestPeriod = 18 * 24 * 60 * 60

/**
 * Finds out what a statement withdraws from. Only an order number together with the address of its mails is
 * acted on. Where one of them fits alone, the buyer is asked whether it was them; where nothing fits, the operator gets
 * it. Answers the statement as it stands then.
 */
export async function matchStatement(services: Services, row: Withdrawal): Promise<Withdrawal | undefined> {
  const named = await purchaseNamedIn(services.db, row.reference)
  const isOfShop = named !== undefined && (row.sellerId ?? named.sellerId) === named.sellerId
  return named !== undefined && isOfShop && wasPaid(named.status)
    ? matchNumber(services, row, named)
    : matchEmail(services, row)
}

async function matchNumber(
  { db, config, clock }: Services,
  row: Withdrawal,
  named: Purchase,
): Promise<Withdrawal | undefined> {
  const isOwn = mailAddressOf(named).toLowerCase() === row.email.toLowerCase()
  const about = { purchaseId: named.id, sellerId: named.sellerId }
  return inTransaction(db, async (tx) => {
    if (!isOwn) {
      await askBuyer(tx, row, mailAddressOf(named), [{ id: named.id, title: await titleOf(tx, named) }])
      await tellSeller(tx, config, { ...row, ...about })
      return changeOpen(tx, row.id, { ...about, nextCheckAt: null })
    }
    const orderId = named.orderId ?? named.id
    await lockPurchase(tx, orderId)
    const open = namedBy(await listParts(tx, { orderId }), named.id).filter(isOpen)
    if (open.length === 0) return changeOpen(tx, row.id, { ...about, ...repeatedAt(clock.now()) })
    const parts = open.filter((part) => row.receivedAt <= endOf(part))
    await addPurchases(
      tx,
      row.id,
      parts.map(({ id }) => id),
    )
    await tellSeller(tx, config, { ...row, ...about })
    return changeOpen(tx, row.id, {
      ...about,
      matchedBy: 'number_and_email',
      confirmedAt: row.receivedAt,
      // What came too late is the seller's to decide.
      ...(parts.length === 0 ? { nextCheckAt: null } : {}),
    })
  })
}

async function titleOf(tx: Transaction<Database>, { id, orderId }: Purchase): Promise<string> {
  const parts = await listParts(tx, { orderId: orderId ?? id })
  return parts.find((part) => part.id === id)?.title ?? ''
}

async function matchEmail(services: Services, row: Withdrawal): Promise<Withdrawal | undefined> {
  const { db, config } = services
  const since = secondsAfter(row.receivedAt, -longestPeriod)
  const orders = await listOrdersOf(db, row.email, row.sellerId, since)
  const sellers = new Set(orders.map(({ sellerId }) => sellerId))
  const [only] = orders
  const about = {
    purchaseId: orders.length === 1 ? (only?.id ?? null) : null,
    sellerId: row.sellerId ?? (sellers.size === 1 ? (only?.sellerId ?? null) : null),
  }
  return inTransaction(db, async (tx) => {
    if (orders.length > 0) await askBuyer(tx, row, row.email, orders)
    await tellSeller(tx, config, { ...row, ...about })
    return changeOpen(tx, row.id, { ...about, nextCheckAt: null })
  })
}

/** "Was this you?", once a day for each address and purchase, whoever sends how many statements. */
async function askBuyer(
  tx: Transaction<Database>,
  { name, reference, receivedAt }: Withdrawal,
  recipient: string,
  orders: readonly { readonly id: string; readonly title: string }[],
): Promise<void> {
  const day = receivedAt.toISOString().slice(0, 10)
  await enqueueMail(tx, {
    kind: 'withdrawal_question',
    about: `${orders.map(({ id }) => id).join(' ')} ${day}`,
    data: {
      name,
      reference,
      receivedAt: receivedAt.toISOString(),
      purchases: orders.map(({ id, title }) => ({ id, title })),
    },
    recipient,
    at: receivedAt,
  })
}

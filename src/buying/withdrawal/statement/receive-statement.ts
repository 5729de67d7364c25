import type { Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { rules } from '#foundation/limits/rules.ts'
import type { Services } from '#registry/services.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { listText } from '#foundation/language/list.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { mailAddressOf, type Purchase } from '#payments/purchases/purchase.ts'
import { boughtText } from '../bought.ts'
import { notifySeller } from '../notify.ts'
import type { Statement, StatementKind } from '../page-data.ts'
import { endWith, isOpen, namedBy, reasonToWait } from '../refund/parts.ts'
import {
  addPurchases,
  addStated,
  changeOpen,
  findWithdrawal,
  insertWithdrawal,
  listParts,
  listEarlier,
  lockOrders,
  type Part,
  type Withdrawal,
} from '../store.ts'
import { withdrawalTexts } from '../texts.ts'
import { isFurtherStatement } from './further-statements.ts'

/** After how many seconds another process continues with a statement whose process died. */
const orphanedAfter = 20

type Sent = {
  readonly id: string
  readonly kind: StatementKind
  readonly sellerId: string | null
  readonly values: Statement
  /** The values, in the words that the buyer confirmed. */
  readonly statement: string
}

/**
 * Receives anyone's statement once for its id. It is matched later, so that the timing of the response
 * reveals nothing.
 */
export async function receiveStatement(
  { db, clock, log, limiter }: Services,
  { id, kind, sellerId, values, statement }: Sent,
): Promise<void> {
  const now = clock.now()
  // Emails to typed addresses are limited, because they may belong to someone else. `confirmFitting` emails
  // buyers who are confirmed.
  const toAddress = { rule: 'withdrawalMailTo', subject: emailKeyOf(values.email) } as const
  const ofShop = { rule: 'withdrawalMailOfShop', subject: sellerId ?? 'no shop' } as const
  const counted = await limiter.count([toAddress, ofShop])
  const isReceiptMailed = [toAddress, ofShop].every(
    (use) => (counted.of(use)?.count ?? 0) <= rules[use.rule].limit,
  )
  await inTransaction(db, async (tx) => {
    const isNew = await insertWithdrawal(tx, {
      id,
      kind,
      sellerId,
      purchaseId: null,
      name: values.name,
      email: values.email,
      reference: values.reference,
      cause: values.ground === 'cause' ? values.cause : null,
      endsOn: values.endsOn === '' ? null : values.endsOn,
      statement,
      receivedAt: now,
      nextCheckAt: now,
      isReceiptMailed,
      language: currentLanguage(),
    })
    if (isNew && isReceiptMailed) await sendReceipt(tx, id, sellerId, values.email, now)
  })
  log.info({ withdrawal: id, kind, seller: sellerId }, 'statement received')
}

/**
 * Receives a statement from a purchase's page for the `chosen` purchases and closes unconfirmed ones. Undefined if none
 * of them can be withdrawn from.
 */
export async function withdrawByPage(
  { db, clock, log, config }: Services,
  named: Purchase,
  chosen: readonly string[],
): Promise<Withdrawal | undefined> {
  const now = clock.now()
  const orderId = named.orderId ?? named.id
  return inTransaction(db, async (tx) => {
    await lockPurchase(tx, orderId)
    // Opening a file of these purchases waits for this lock, so that it clearly comes before or after the withdrawal.
    const offers = namedBy(await listParts(tx, { orderId }), named.id).filter(({ id }) => id !== orderId)
    await lockOrders(
      tx,
      offers.map(({ id }) => id),
    )
    const earlier = await listEarlier(tx, orderId)
    const parts = namedBy(await listParts(tx, { orderId }), named.id).filter(
      (part) => chosen.includes(part.id) && isOpen(part) && now <= endWith(part, earlier),
    )
    if (parts.length === 0) return undefined
    const answered = earlier.filter(({ isWaiting, isElsewhere }) => isWaiting && !isElsewhere)
    for (const { id } of answered) await changeOpen(tx, id, repeatedAt(now))
    const { id: purchaseId, sellerId, name } = named
    const email = mailAddressOf(named)
    const id = newId()
    const reference = referenceOf(parts)
    await insertWithdrawal(tx, {
      id,
      purchaseId,
      sellerId,
      name,
      email,
      reference,
      statement: withdrawalTexts.statement(reference),
      receivedAt: now,
      matchedBy: 'page',
      confirmedAt: now,
      nextCheckAt: secondsAfter(now, orphanedAfter),
      language: currentLanguage(),
    })
    await addStated(
      tx,
      id,
      parts.map((part) => part.id),
    )
    await addPurchases(
      tx,
      id,
      parts.map((part) => ({ id: part.id, waitsBecause: reasonToWait(part, now) })),
    )
    await sendReceipt(tx, id, sellerId, email, now)
    const row = await findWithdrawal(tx, id)
    if (row !== undefined) await notifySeller(tx, config, row)
    log.info({ withdrawal: id, purchase: purchaseId, seller: sellerId }, 'withdrawal received')
    return row
  })
}

/**
 * Emails the receipt of a matching statement that so far was only shown on a page, once for each order. The
 * page reveals nothing about the match.
 */
export async function confirmFitting(
  tx: Transaction<Database>,
  { id, sellerId, email, isReceiptMailed }: Withdrawal,
  at: Date,
): Promise<void> {
  if (isReceiptMailed || (await isFurtherStatement(tx, id))) return
  await sendReceipt(tx, id, sellerId, email, at)
}

/** Closes a statement about a purchase that was already withdrawn from or refunded. */
export function repeatedAt(now: Date) {
  return { refusedFor: 'repeated', decidedAt: now, nextCheckAt: null } as const
}

function referenceOf(parts: readonly Part[]): string {
  return listText(
    parts.map(({ title, paidAt }) => boughtText({ title, at: paidAt })),
    'unit',
  )
}

async function sendReceipt(
  tx: Transaction<Database>,
  id: string,
  sellerId: string | null,
  recipient: string,
  at: Date,
): Promise<void> {
  await enqueueMail(tx, { kind: 'withdrawal', about: id, data: { id, sellerId }, recipient, at })
}

/** The key to a statement's receipt, made from its id so that the id can be chosen before the statement is sent. */
export function receiptKey(secret: string, id: string): string {
  return signatureOf(secret, `withdrawal:${id}`)
}

/** Whether `given` is the key to a statement's receipt, compared in constant time. */
export function isReceiptKey(secret: string, id: string, given: string): boolean {
  return isSignature(secret, `withdrawal:${id}`, given)
}

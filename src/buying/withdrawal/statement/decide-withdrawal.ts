import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { defineFailure, InvalidFields } from '#foundation/failures/failure.ts'
import { msg, t } from '#foundation/language/t.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import type { refundPreview } from '#buying/withdrawal/contract.ts'
import { processStatement } from '../refund/process-statements.ts'
import { answerBuyer } from '../notify.ts'
import { endWith, isLeft, isOpen, mayBePerformed } from '../refund/parts.ts'
import {
  addPurchases,
  changeOpen,
  findWithdrawal,
  listEarlier,
  listParts,
  listRenewals,
  lockOrders,
  type Part,
  type Performed,
  setPerformed,
  type Withdrawal,
} from '../store.ts'
import type { Refusal } from '../texts.ts'

/**
 * Refunds the purchases of a statement for the seller, even if it was late or unconfirmed, less the
 * `performed` share.
 */
export async function acceptWithdrawal(
  services: PaymentServices,
  row: Withdrawal,
  userId: string,
  performed: readonly Performed[],
): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  // If it has no number, or its email address has several purchases, the statement refers to no particular purchase.
  if (row.purchaseId === null || row.kind === 'cancellation') throw new NothingToRefund()
  const accepted = await inTransaction(db, async (tx) => {
    const { own, added, later } = await lockCovered(tx, row)
    const changed = await changeOpen(tx, row.id, {
      matchedBy: row.matchedBy ?? 'seller',
      confirmedAt: row.confirmedAt ?? now,
      decidedBy: userId,
      nextCheckAt: now,
      failuresSeen: Math.max(0, ...own.map(({ failedRefunds }) => failedRefunds)),
    })
    if (changed === undefined) throw new WithdrawalClosed()
    if (own.length === 0 && added.length === 0) throw new NothingToRefund()
    await addPurchases(
      tx,
      row.id,
      [...added, ...later].map(({ id }) => ({ id })),
    )
    const left = [...own, ...later, ...added].filter(({ isSettled }) => !isSettled)
    await recordPerformed(tx, changed, left, performed, now)
    await recordDecision(tx, 'withdrawal.accepted', changed, now)
    return changed
  })
  services.log.info({ withdrawal: row.id, seller: row.sellerId, user: userId }, 'withdrawal accepted')
  await processStatement(services, accepted)
}

/**
 * The purchases that a statement already covers, those it will cover, and their later payments, locked against refunds
 * until the transaction ends.
 */
async function lockCovered(tx: Transaction<Database>, row: Withdrawal) {
  const read = async () => {
    const added = (await listParts(tx, { statedBy: row.id })).filter(isOpen)
    const own = await listParts(tx, { withdrawalId: row.id })
    const orders = [...own, ...added].filter(({ kind }) => kind === 'order')
    const later = (await Promise.all(orders.map((order) => renewalsWith(tx, order)))).flat()
    return { own, added, later: later.filter(({ withdrawalId }) => withdrawalId === null) }
  }
  const { own, added, later } = await read()
  await lockOrders(
    tx,
    [...own, ...added, ...later].flatMap((part) => [part.id, orderIdOf(part)]),
  )
  return read()
}

/** Records the decision for the seller's programs. Cancellations have events of their own. */
async function recordDecision(
  tx: Transaction<Database>,
  type: 'withdrawal.accepted' | 'withdrawal.refused',
  { id: objectId, sellerId, purchaseId, kind }: Withdrawal,
  at: Date,
): Promise<void> {
  if (sellerId === null || purchaseId === null || kind !== 'withdrawal') return
  await recordPending(tx, { type, sellerId, objectId, purchaseId, at })
}

/** Records how much of each remaining service the seller says was performed. */
async function recordPerformed(
  tx: Transaction<Database>,
  row: Withdrawal,
  left: readonly Part[],
  performed: readonly Performed[],
  at: Date,
): Promise<void> {
  const begun = left.filter(mayBePerformed)
  const wrong = performed.findIndex(
    ({ purchaseId }) =>
      left.some(({ id }) => id === purchaseId) && !begun.some(({ id }) => id === purchaseId),
  )
  if (wrong !== -1)
    throw new InvalidFields({
      [`performed.${wrong}.purchaseId`]: t('You can keep a part only for a service with an early start'),
    })
  for (const { id } of begun) {
    const { percentage = null } = performed.find(({ purchaseId }) => purchaseId === id) ?? {}
    await setPerformed(tx, row.id, id, percentage)
  }
  const isRecorded = begun.some(({ id }) => performed.some(({ purchaseId }) => purchaseId === id))
  if (isRecorded) await answerBuyer(tx, 'withdrawal_kept', row, at)
}

/** Declines the rest of a statement and emails the reason to the buyer. Safe to repeat. */
export async function refuseWithdrawal(
  { db, clock, log }: PaymentServices,
  row: Withdrawal,
  reason: Refusal,
  userId: string,
): Promise<void> {
  if (row.refusedFor === reason) return
  const decidedAt = clock.now()
  await inTransaction(db, async (tx) => {
    const stated = await listParts(tx, { statedBy: row.id })
    const covered = await listParts(tx, { withdrawalId: row.id })
    // Refunds of any of these purchases take the same lock, and check that the statement has not been declined.
    await lockOrders(
      tx,
      [...stated, ...covered].flatMap((part) => [part.id, orderIdOf(part)]),
    )
    // The statement may have been accepted in the meantime.
    const now = (await findWithdrawal(tx, row.id)) ?? row
    const own = await listParts(tx, { withdrawalId: row.id })
    const left = (await listParts(tx, { statedBy: row.id })).filter(isOpen)
    const isGivenBack = own.length > 0 && left.length === 0 && !own.some((part) => isLeft(now, part))
    // A confirmed cancellation takes effect without the seller.
    const isDone = row.kind === 'cancellation' ? row.confirmedAt !== null : isGivenBack
    const change = { refusedFor: reason, decidedBy: userId, decidedAt, nextCheckAt: null }
    const refused = isDone ? undefined : await changeOpen(tx, row.id, change)
    if (refused === undefined) throw new WithdrawalClosed()
    await answerBuyer(tx, 'withdrawal_refused', refused, decidedAt)
    await recordDecision(tx, 'withdrawal.refused', refused, decidedAt)
  })
  log.info({ withdrawal: row.id, seller: row.sellerId, user: userId, reason }, 'withdrawal refused')
}

function orderIdOf({ id, orderId }: Part): string {
  return orderId ?? id
}

const batch = 200

/**
 * Closes all statements that match nothing, and returns how many. Only senders who got a confirmation by email get a
 * reply, because bots enter other people's addresses.
 */
export async function dismissStrange(
  { db, clock, log }: PaymentServices,
  { sellerId, userId }: { readonly sellerId: string; readonly userId: string },
  until: Date,
): Promise<number> {
  let dismissed = 0
  for (;;) {
    const at = clock.now()
    const closed = await inTransaction(db, async (tx) => {
      const rows = await tx
        .updateTable('withdrawals')
        .set({ refusedFor: 'no_purchase', decidedBy: userId, decidedAt: at, nextCheckAt: null })
        .where('id', 'in', listStrange(tx, sellerId, until))
        .returningAll()
        .execute()
      for (const row of rows) if (row.isReceiptMailed) await answerBuyer(tx, 'withdrawal_refused', row, at)
      return rows.length
    })
    dismissed += closed
    if (closed < batch) break
  }
  log.info({ seller: sellerId, user: userId, dismissed }, 'unmatched statements dismissed')
  return dismissed
}

function listStrange(tx: Kysely<Database>, sellerId: string, until: Date) {
  return tx
    .selectFrom('withdrawals as strange')
    .select('strange.id')
    .where('strange.sellerId', '=', sellerId)
    .where('strange.fits', '=', 'nothing')
    .where('strange.purchaseId', 'is', null)
    .where('strange.confirmedAt', 'is', null)
    .where('strange.refusedFor', 'is', null)
    .where('strange.receivedAt', '<=', until)
    .limit(batch)
    .forUpdate()
}

class WithdrawalClosed extends defineFailure(
  'withdrawal_closed',
  409,
  msg('This withdrawal has already been decided'),
) {}

class NothingToRefund extends defineFailure(
  'nothing_to_refund',
  409,
  msg('No purchase matches this statement. If you find the sale, refund it on its own page.'),
) {}

/**
 * The refund that accepting a statement would make now, payment by payment, and whether it would end a
 * subscription.
 */
export async function previewRefund(
  { db }: Pick<Services, 'db'>,
  { id, purchaseId }: Withdrawal,
): Promise<z.input<typeof refundPreview>> {
  const stated = purchaseId === null ? [] : await listParts(db, { statedBy: id })
  const covered = await listParts(db, { withdrawalId: id })
  const added = stated.filter(isOpen)
  const orders = [...covered, ...added].filter(({ kind }) => kind === 'order')
  const renewals = (await Promise.all(orders.map((order) => renewalsWith(db, order)))).flat()
  const parts = new Map([...covered, ...added, ...renewals].map((part) => [part.id, part]))
  const due = [...parts.values()].filter(
    ({ isSettled, isHeld, withdrawalId }) => !isSettled && !isHeld && (withdrawalId ?? id) === id,
  )
  return {
    parts: due.map((part) => ({
      purchaseId: part.id,
      title: part.title,
      kind: part.kind,
      paidAt: part.paidAt.toISOString(),
      amount: part.total - part.returned,
      currency: part.currency,
      total: mayBePerformed(part) ? part.total : null,
    })),
    endsSubscription: (await Promise.all(orders.map((order) => goesOn(db, order)))).includes(true),
  }
}

async function renewalsWith(db: Services['db'], order: Part): Promise<Part[]> {
  const found = await listRenewals(db, order.id, endWith(order, await listEarlier(db, order.id)))
  return found.length === 0 ? [] : listParts(db, { ids: found.map(({ id }) => id) })
}

async function goesOn(db: Services['db'], { id }: Part): Promise<boolean> {
  const order = await findPurchaseById(db, id)
  const subscription = order && (await subscriptionOfOrder(db, order))
  return subscription !== undefined && !hasEnded(subscription.status)
}

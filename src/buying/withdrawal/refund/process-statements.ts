import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { syncDisputes } from '#payments/disputes/record-dispute.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { NotRefundable, RefundRefused } from '#payments/refunds/errors.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { cancelSubscription } from '#payments/subscriptions/end/cancel-subscription.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import { isStuck } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { endContracts, matchCancellation } from '../cancellation/process-cancellation.ts'
import { matchStatement } from '../statement/match-statement.ts'
import { answerBuyer, notifyFailure } from '../notify.ts'
import {
  addPurchases,
  changeOpen,
  findWithdrawal,
  isUnrefused,
  listEarlier,
  listParts,
  listRenewals,
  type Part,
  type Withdrawal,
} from '../store.ts'
import { asksFirst, endWith, waitsFor, refundDue } from './parts.ts'

const batch = 20
/** How often we check for money released by a bank and for late renewals, in seconds. */
const lookedEvery = 24 * 60 * 60
/** How often we check a refund on its way, in seconds. */
const pendingFor = 60 * 60

/** Processes every statement that is due. One that fails is tried again in a minute. */
export async function processDueStatements(services: PaymentServices): Promise<number> {
  const due = await claimDue(services.db, 'withdrawals', services.clock.now(), batch)
  // The order matters, because a repeated statement is recognized by the ones before it.
  const inOrder = due.toSorted(
    (one, other) => one.receivedAt.getTime() - other.receivedAt.getTime() || (one.id < other.id ? -1 : 1),
  )
  for (const row of inOrder) await processStatement(services, row)
  return due.length
}

/**
 * Processes a statement from its current state: matches it if it is unconfirmed, ends the subscription and then, for a
 * withdrawal, refunds once. Safe to repeat at any point. Failures are logged and tried again.
 */
export async function processStatement(services: PaymentServices, { id }: Withdrawal): Promise<void> {
  try {
    // The statement may have been declined while earlier ones were processed.
    const row = await findWithdrawal(services.db, id)
    if (row === undefined || row.refusedFor !== null) return
    const [match, act] = row.kind === 'withdrawal' ? withdrawing : canceling
    const matched = row.confirmedAt === null ? await match(services, row) : row
    if (matched !== undefined && matched.refusedFor === null && matched.confirmedAt !== null)
      await act(services, matched)
  } catch (error) {
    services.log.warn({ err: error, withdrawal: id }, 'a withdrawal could not be completed')
  }
}

const withdrawing = [matchStatement, giveBack] as const
const canceling = [matchCancellation, endContracts] as const

async function giveBack(services: PaymentServices, row: Withdrawal): Promise<void> {
  const covered = await listParts(services.db, { withdrawalId: row.id })
  if (covered.length === 0) return
  const orders = covered.filter(({ kind }) => kind === 'order')
  let hasSubscription = false
  for (const part of orders.filter((order) => row.decidedBy !== null || !asksFirst(order))) {
    const standing = await endSubscription(services, row, part)
    if (standing === 'stuck') {
      await changeOpen(services.db, row.id, { nextCheckAt: secondsAfter(services.clock.now(), pendingFor) })
    }
    if (standing === 'stuck' || standing === 'running') return
    hasSubscription ||= standing === 'ended'
  }
  for (const part of await listParts(services.db, { withdrawalId: row.id })) {
    if (await canRefund(services, row, part)) await refundPart(services, row, part)
  }
  await settle(services, row, hasSubscription)
}

/**
 * Ends an order's subscription. "running" means that Stripe cannot be reached right now, and "stuck" that it has been
 * unreachable for a while.
 */
async function endSubscription(
  services: PaymentServices,
  row: Withdrawal,
  part: Part,
): Promise<'none' | 'ended' | 'running' | 'stuck'> {
  const order = await findPurchaseById(services.db, part.id)
  const found = order && (await subscriptionOfOrder(services.db, order))
  if (found === undefined) return 'none'
  const ended = await cancelSubscription(services, found, 'now', 'buyer')
  if (!hasEnded(ended.status)) return isStuck(ended) ? 'stuck' : 'running'
  const until = endWith(part, await listEarlier(services.db, part.id))
  await addPurchases(services.db, row.id, await listRenewals(services.db, part.id, until))
  return 'ended'
}

/** Whether a purchase can be refunded now. A bank may have released the money without an event from Stripe. */
async function canRefund(services: PaymentServices, row: Withdrawal, part: Part): Promise<boolean> {
  if (part.isSettled || waitsFor(row, part)) return false
  if (part.isUntold) return !(await syncDisputes(services, part.id))
  return !part.isHeld && part.failedRefunds <= row.failuresSeen
}

async function refundPart(services: PaymentServices, row: Withdrawal, part: Part): Promise<void> {
  try {
    await refundPurchase(services, part.id, {
      amount: null,
      kept: part.kept,
      idempotencyKey: `withdrawal-${row.id}-${part.failedRefunds}`,
      requestedBy: 'withdrawal',
      isStillWanted: async (tx) => isUnrefused(tx, row.id),
    })
  } catch (error) {
    // The purchase's current state is read from our records afterwards.
    if (!(error instanceof NotRefundable || error instanceof RefundRefused)) throw error
    services.log.warn({ withdrawal: row.id, purchase: part.id, reason: error.message }, 'not refunded')
  }
}

async function settle(
  { db, clock, config }: PaymentServices,
  row: Withdrawal,
  hasSubscription: boolean,
): Promise<void> {
  const now = clock.now()
  const left = (await listParts(db, { withdrawalId: row.id })).filter(({ isDone }) => !isDone)
  const free = left.filter((part) => !part.isSettled && !part.isHeld && !waitsFor(row, part))
  const failed = free.filter(({ failedRefunds }) => failedRefunds > row.failuresSeen)
  // The statement is due again automatically once its lease expires.
  if (free.length > failed.length) return
  const isHeld = left.some((part) => part.isHeld)
  const isPending = left.some(({ isSettled }) => isSettled)
  // A charge in progress when the subscription ended may be recorded later.
  const mayRenew = hasSubscription && now < refundDue(row.confirmedAt ?? now)
  const wait = isPending ? pendingFor : isHeld || mayRenew ? lookedEvery : null
  await inTransaction(db, async (tx) => {
    const nextCheckAt = wait === null ? null : secondsAfter(now, wait)
    const changed = await changeOpen(tx, row.id, { nextCheckAt })
    if (changed === undefined) return
    if (isHeld) await answerBuyer(tx, 'withdrawal_held', row, now)
    if (failed.length > 0) await notifyFailure(tx, config, row, failed, now)
  })
}

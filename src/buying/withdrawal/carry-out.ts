import { secondsAfter } from '#foundation/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { findPurchaseById } from '#payments/purchases/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { NotRefundable, RefundRefused } from '#payments/refunds/errors.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin-subscription.ts'
import { cancelSubscription } from '#payments/subscriptions/cancel-subscription.ts'
import { hasEnded } from '#payments/subscriptions/correct-end.ts'
import { matchStatement } from './match-statement.ts'
import { answerBuyer, tellOfFailure } from './notices.ts'
import { isHeld, isSettled, waitsForSeller } from './parts.ts'
import { addRenewals, changeOpen, listParts, type Part, type Withdrawal } from './store.ts'

const batch = 20
/** How often it is looked whether a bank has let go of the money, in seconds. */
const heldFor = 24 * 60 * 60

/** Goes on with every statement that is due. One that cannot be carried out now is due again in a minute. */
export async function carryOutDue(services: PaymentServices): Promise<number> {
  const due = await claimDue(services.db, 'withdrawals', services.clock.now(), batch)
  for (const row of due) await carryOut(services, row)
  return due.length
}

/**
 * Carries out a statement from wherever it stands, and can be repeated at any point: what is not known to be the buyer's
 * is compared first, then a subscription ends, then the money goes back, once for the statement. What keeps it from
 * that is logged, and tried again.
 */
export async function carryOut(services: PaymentServices, row: Withdrawal): Promise<void> {
  try {
    const matched = row.confirmedAt === null ? await matchStatement(services, row) : row
    if (matched !== undefined && matched.confirmedAt !== null) await giveBack(services, matched)
  } catch (error) {
    services.log.warn({ err: error, withdrawal: row.id }, 'a withdrawal could not be carried out')
  }
}

async function giveBack(services: PaymentServices, row: Withdrawal): Promise<void> {
  const parts = await listParts(services.db, { withdrawalId: row.id })
  if (parts.length === 0) return
  if (row.decidedBy === null && waitsForSeller(parts)) {
    await changeOpen(services.db, row.id, { nextCheckAt: null })
    return
  }
  for (const { id } of parts.filter(({ kind }) => kind === 'order')) {
    if (!(await endSubscription(services, row, id))) return
  }
  for (const part of await listParts(services.db, { withdrawalId: row.id })) {
    if (!isSettled(part) && !isHeld(part)) await refundPart(services, row, part)
  }
  await settle(services, row)
}

/** Ends what an order began, so that nothing more is charged; false while the provider cannot be asked. */
async function endSubscription(
  services: PaymentServices,
  row: Withdrawal,
  orderId: string,
): Promise<boolean> {
  const order = await findPurchaseById(services.db, orderId)
  const found = order && (await subscriptionOfOrder(services.db, order))
  if (found === undefined) return true
  const ended = hasEnded(found.status) ? found : await cancelSubscription(services, found, 'now', 'buyer')
  if (!hasEnded(ended.status)) return false
  await addRenewals(services.db, row.id, orderId)
  return true
}

async function refundPart(services: PaymentServices, row: Withdrawal, part: Part): Promise<void> {
  try {
    await refundPurchase(services, part.id, {
      amount: null,
      idempotencyKey: `withdrawal-${row.id}-${part.failedRefunds}`,
      requestedBy: 'withdrawal',
    })
  } catch (error) {
    // How it stands now is read from the books.
    if (!(error instanceof NotRefundable || error instanceof RefundRefused)) throw error
    services.log.warn({ withdrawal: row.id, purchase: part.id, reason: error.message }, 'not refunded')
  }
}

/** Notes when it is gone on with, and tells who has to know. */
async function settle({ db, clock, config }: PaymentServices, row: Withdrawal): Promise<void> {
  const now = clock.now()
  const open = (await listParts(db, { withdrawalId: row.id })).filter((part) => !isSettled(part))
  const isWaiting = open.some(isHeld)
  const hasFailed = open.some((part) => !isHeld(part) && part.failedRefunds > 0)
  if (open.length > 0 && !isWaiting && !hasFailed) return
  await inTransaction(db, async (tx) => {
    if (isWaiting) await answerBuyer(tx, 'withdrawal_held', row, now)
    if (hasFailed) await tellOfFailure(tx, config, row, now)
    await changeOpen(tx, row.id, { nextCheckAt: isWaiting ? secondsAfter(now, heldFor) : null })
  })
}

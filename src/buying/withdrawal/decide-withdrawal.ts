import { inTransaction } from '#foundation/db/database.ts'
import { findPurchaseById, lockPurchase } from '#payments/purchases/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { carryOut } from './carry-out.ts'
import { NothingToRefund, WithdrawalClosed } from './errors.ts'
import { answerBuyer } from './notices.ts'
import { isOpen, isSettled, namedBy } from './parts.ts'
import { addPurchases, changeOpen, listParts, type Withdrawal } from './store.ts'
import type { Refusal } from './texts.ts'

/**
 * The seller accepts a statement, whoever it came from and whenever: what it covers goes back in full. One that was
 * refunded already stays as it is.
 */
export async function acceptWithdrawal(
  services: PaymentServices,
  row: Withdrawal,
  userId: string,
): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const named = row.purchaseId === null ? undefined : await findPurchaseById(db, row.purchaseId)
  if (named === undefined) throw new NothingToRefund()
  const accepted = await inTransaction(db, async (tx) => {
    const orderId = named.orderId ?? named.id
    await lockPurchase(tx, orderId)
    const parts = namedBy(await listParts(tx, { orderId }), named.id)
    const own = parts.filter(({ withdrawalId }) => withdrawalId === row.id)
    const added = own.length > 0 ? [] : parts.filter(isOpen)
    if (own.length === 0 && added.length === 0) throw new NothingToRefund()
    await addPurchases(
      tx,
      row.id,
      added.map(({ id }) => id),
    )
    const confirmed = { matchedBy: row.matchedBy ?? 'seller', confirmedAt: row.confirmedAt ?? now } as const
    return changeOpen(tx, row.id, { ...confirmed, decidedBy: userId, nextCheckAt: now })
  })
  if (accepted === undefined) throw new WithdrawalClosed()
  services.log.info({ withdrawal: row.id, seller: row.sellerId, user: userId }, 'withdrawal accepted')
  await carryOut(services, accepted)
}

/** The seller refuses what is still open, and the buyer is told why. Saying so again changes nothing. */
export async function refuseWithdrawal(
  { db, clock, log }: PaymentServices,
  row: Withdrawal,
  reason: Refusal,
  userId: string,
): Promise<void> {
  if (row.refusedFor === reason) return
  const decidedAt = clock.now()
  await inTransaction(db, async (tx) => {
    if (row.purchaseId !== null) await lockPurchase(tx, row.purchaseId)
    const parts = await listParts(tx, { withdrawalId: row.id })
    const isDone = parts.length > 0 && parts.every(isSettled)
    const change = { refusedFor: reason, decidedBy: userId, decidedAt, nextCheckAt: null }
    const refused = isDone ? undefined : await changeOpen(tx, row.id, change)
    if (refused === undefined) throw new WithdrawalClosed()
    await answerBuyer(tx, 'withdrawal_refused', refused, decidedAt)
  })
  log.info({ withdrawal: row.id, seller: row.sellerId, user: userId, reason }, 'withdrawal refused')
}

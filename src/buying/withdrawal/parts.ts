import { endOfRight } from '#buying/consumer-law/right.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import { refundDue } from './period.ts'
import type { Part, Withdrawal } from './store.ts'

/** Until when a purchase can be withdrawn from. */
export function endOf(part: Part): Date {
  return endOfRight(part)
}

/**
 * The same for a buyer who has to show first that an earlier statement was theirs: what was sent in time stays in time,
 * for as long as a refund may take.
 */
export function endWith(part: Part, unconfirmed: readonly Withdrawal[]): Date {
  const end = endOf(part)
  const [first] = unconfirmed.filter(
    ({ purchaseId }) => purchaseId === part.id || purchaseId === part.orderId,
  )
  if (first === undefined || first.receivedAt > end) return end
  const extended = refundDue(first.receivedAt)
  return extended > end ? extended : end
}

/** The bank has taken the money from the seller and given it to the buyer. */
function isReversed({ disputeStatuses }: Part): boolean {
  return disputeStatuses.includes('lost')
}

/** Nothing of it is left to give back. What is on its way counts as given back. */
export function isSettled(part: Part): boolean {
  return part.returned >= part.total || isReversed(part)
}

/** The seller has asked to look at withdrawals first, before anything goes back. */
export function waitsForSeller(parts: readonly Part[]): boolean {
  return parts.some(({ terms }) => terms.onWithdrawal === 'ask_me')
}

/** A bank holds the money, so that it cannot be given back now. */
export function isHeld(part: Part): boolean {
  if (isSettled(part)) return false
  // The provider may know of a dispute before we do.
  const isUntold = part.disputeStatuses.length === 0 && part.lastFailure === 'charge_disputed'
  return isUntold || part.disputeStatuses.some(isTakenBack)
}

/** What a statement can cover: paid for, and neither withdrawn from nor given back. Renewals go with their order. */
export function isOpen(part: Part): boolean {
  return part.kind !== 'renewal' && part.withdrawalId === null && !isSettled(part)
}

/** What a statement that names a purchase covers: an offer alone, or an order with all that was added to it. */
export function namedBy(parts: readonly Part[], purchaseId: string): Part[] {
  return parts.filter(({ id, orderId }) => id === purchaseId || orderId === purchaseId)
}

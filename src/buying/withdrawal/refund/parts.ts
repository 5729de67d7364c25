import { isLaterPayment } from '#payments/purchases/purchase.ts'
import { claimedUntil, endBySelf, endOfRight, isBegunService, rightOf } from '#buying/consumer-law/right.ts'
import type { WaitsBecause } from '#foundation/db/tables/withdrawals.ts'
import type { EarlierStatement, Part, Withdrawal } from '../store.ts'

/** Until when a purchase can be withdrawn from, even if its seller decides. */
export function endOf(part: Part): Date {
  return claimedUntil(part) ?? endOfRight(part)
}

/**
 * Why the seller decides, other than by policy: the right depends only on what the buyer says. Null if it
 * does not.
 */
export function reasonToWait(part: Part, statedAt: Date): WaitsBecause | null {
  if (statedAt <= endBySelf(part)) return null
  const right = rightOf(part)
  if (right.kind === 'until' && right.mayBeShown && statedAt <= right.until) return 'shown'
  const claim = claimedUntil(part)
  if (claim !== null && statedAt <= claim) return 'country'
  if (right.kind === 'until' && statedAt <= right.until) return 'country'
  return right.kind === 'lost' ? 'opened' : right.kind === 'from_delivery' ? 'arrival' : 'late'
}

/** When the right ends. An unconfirmed statement that was sent in time extends it until the refund would be due. */
export function endWith(part: Part, earlier: readonly EarlierStatement[]): Date {
  const end = endOf(part)
  const [first] = earlier.filter(({ purchaseIds }) => purchaseIds.includes(part.id))
  if (first === undefined || first.receivedAt > end) return end
  const extended = refundDue(first.receivedAt)
  return extended > end ? extended : end
}

/** Whether the seller's policy is to review withdrawals first. Renewals do not need a review of their own. */
export function asksByPolicy({ kind, terms }: Part): boolean {
  return !isLaterPayment(kind) && terms.onWithdrawal === 'ask_me'
}

export function asksFirst(part: Part): boolean {
  return asksByPolicy(part) || part.waitsBecause !== null
}

/** Whether the refund waits for the seller. Without a policy, they enter how much of the service was performed. */
export function asksSeller(part: Part): boolean {
  const isBegun = mayBePerformed(part) || (part.isPaidLater && isBegunService(part))
  return asksFirst(part) || (part.terms.onWithdrawal === null && isBegun)
}

export function mayBePerformed(part: Part): boolean {
  const isStart = !isLaterPayment(part.kind) || part.isFirstFull
  return isStart && part.total > 0 && isBegunService(part)
}

type Decision = Pick<Withdrawal, 'decidedBy'>

export function waitsFor({ decidedBy }: Decision, part: Part): boolean {
  return decidedBy === null && asksSeller(part)
}

/**
 * Whether there is money left to refund, or a subscription left to end after the seller's review. `list-withdrawals.ts`
 * has the same rule in SQL.
 */
export function isLeft(row: Decision, part: Part): boolean {
  const goesOn = part.beginsFree || part.isPaidLater
  return !part.isSettled || (row.decidedBy === null && goesOn && asksFirst(part))
}

/**
 * Whether a statement can cover this purchase. It must be paid now or later, and must be neither covered by a
 * withdrawal nor refunded with all renewals.
 */
export function isOpen(part: Part): boolean {
  return (
    !isLaterPayment(part.kind) &&
    part.withdrawalId === null &&
    (!part.isSettled || part.beginsFree || part.isPaidLater)
  )
}

/** The purchases that a statement refers to: an offer alone, or an order with everything added to it. */
export function namedBy(parts: readonly Part[], purchaseId: string): Part[] {
  return parts.filter(
    ({ id, orderId, kind }) => !isLaterPayment(kind) && (id === purchaseId || orderId === purchaseId),
  )
}

const day = 24 * 60 * 60 * 1000

/**
 * The time within which a refund must be made, in milliseconds. Directive 2011/83/EU, Article 13(1): not
 * later than 14 days from the day on which the seller is informed.
 */
export const refundPeriod = 14 * day

export function refundDue(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + refundPeriod)
}

import { isLaterPayment } from '#payments/purchases/purchase.ts'
import { claimedUntil, endBySelf, endOfRight, isBegunService, rightOf } from '#buying/consumer-law/right.ts'
import type { WaitsBecause } from '#foundation/db/tables/withdrawals.ts'
import type { EarlierStatement, Part, Withdrawal } from '../store.ts'

/** Until when a purchase can be withdrawn from, be it for its seller to decide. */
export function endOf(part: Part): Date {
  return claimedUntil(part) ?? endOfRight(part)
}

/**
 * Why a statement of this moment is its seller's to decide, beside their policy: without what its buyer alone says there is no
 * right, or no longer. Null: it counts by itself.
 */
export function reasonToWait(part: Part, statedAt: Date): WaitsBecause | null {
  if (statedAt <= endBySelf(part)) return null
  const claim = claimedUntil(part)
  if (claim !== null && statedAt <= claim) return 'country'
  const { kind } = rightOf(part)
  return kind === 'lost' ? 'opened' : kind === 'from_delivery' ? 'arrival' : 'late'
}

/**
 * The same where statements were sent before that their sender was not shown to be the buyer by: what was sent in time
 * stays in time, for as long as a refund may take.
 */
export function endWith(part: Part, earlier: readonly EarlierStatement[]): Date {
  const end = endOf(part)
  const [first] = earlier.filter(({ purchaseIds }) => purchaseIds.includes(part.id))
  if (first === undefined || first.receivedAt > end) return end
  const extended = refundDue(first.receivedAt)
  return extended > end ? extended : end
}

/** Its seller has asked to look at withdrawals first. A renewal goes as its order does. */
export function asksByPolicy({ kind, terms }: Part): boolean {
  return !isLaterPayment(kind) && terms.onWithdrawal === 'ask_me'
}

/** Its seller looks at it before anything is done. */
export function asksFirst(part: Part): boolean {
  return asksByPolicy(part) || part.waitsBecause !== null
}

/**
 * The same of the money: of a service that has begun, who has set nothing is asked what part was performed, also of an order
 * that cost nothing at first.
 */
export function asksSeller(part: Part): boolean {
  const isBegun = mayBePerformed(part) || (part.isPaidLater && isBegunService(part))
  return asksFirst(part) || (part.terms.onWithdrawal === null && isBegun)
}

/** Whether a part of it may stay with the seller. */
export function mayBePerformed(part: Part): boolean {
  const isStart = !isLaterPayment(part.kind) || part.isFirstFull
  return isStart && part.total > 0 && isBegunService(part)
}

type Decision = Pick<Withdrawal, 'decidedBy'>

/** What a statement covers and waits for its seller, who has not decided yet. */
export function waitsFor({ decidedBy }: Decision, part: Part): boolean {
  return decidedBy === null && asksSeller(part)
}

/**
 * What of a statement something is left to do about: money to give back, or, of what cost nothing at first or was given back
 * before more was paid, payments to end that its seller asked to look at before. `list-withdrawals.ts` says the same for its
 * rows.
 */
export function isLeft(row: Decision, part: Part): boolean {
  const goesOn = part.beginsFree || part.isPaidLater
  return !part.isSettled || (row.decidedBy === null && goesOn && asksFirst(part))
}

/**
 * What a statement can cover: paid for, now or later, and neither withdrawn from nor given back with all that was paid after
 * it. Renewals go with their order.
 */
export function isOpen(part: Part): boolean {
  return (
    !isLaterPayment(part.kind) &&
    part.withdrawalId === null &&
    (!part.isSettled || part.beginsFree || part.isPaidLater)
  )
}

/** What a statement that names a purchase is about: an offer alone, or an order with all that was added to it. */
export function namedBy(parts: readonly Part[], purchaseId: string): Part[] {
  return parts.filter(
    ({ id, orderId, kind }) => !isLaterPayment(kind) && (id === purchaseId || orderId === purchaseId),
  )
}

const day = 24 * 60 * 60 * 1000

/** Directive 2011/83/EU, Article 13(1): not later than 14 days from the day on which the seller is informed. */
export function refundDue(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + 14 * day)
}

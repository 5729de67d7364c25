import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { isReducedIn } from '#payments/pricing/recurrence.ts'
import { agreedAmounts, cycleAt, pendingPrice } from '../begin/agreed-prices.ts'
import { hasEnded, isEnding } from '../end/correct-end.ts'
import { cycleStart, longestPause } from '../payment-calendar.ts'
import type { Subscription } from '../store.ts'

/** The length of a pause: one to twelve periods, but no more than a year. */
const mostPeriods = 12
const mostSkips = 2
/** How far ahead Stripe's next charge can be: two years of 365 days, minus a margin, in milliseconds. */
const farthest = 700 * 86_400_000

type Pause = Pick<Subscription, 'pauseFrom' | 'pauseUntil'>

/** Whether a payment is skipped now or later. False if the pause was undone. */
export function isPaused({ pauseFrom, pauseUntil }: Pause): boolean {
  return pauseFrom !== null && pauseUntil !== null && pauseUntil > pauseFrom
}

/** Whether the subscription is paused now: the paid time is over and the pause is not. */
export function isResting(row: Pause & Pick<Subscription, 'status'>, now: Date): boolean {
  return isPaused(row) && !hasEnded(row.status) && row.pauseFrom !== null && row.pauseFrom <= now
}

/** The end of the time that is paid for. */
export function paidUntil(row: Pause & Pick<Subscription, 'currentPeriodEnd'>): Date | null {
  return row.pauseFrom ?? row.currentPeriodEnd
}

/** When the card is charged next, as requested. */
export function chargedNext(row: Pause & Pick<Subscription, 'currentPeriodEnd'>): Date | null {
  return row.pauseUntil ?? row.currentPeriodEnd
}

/** Whether Stripe's trial is really a pause without charges, because real trials come before the first full payment. */
export function isRest(
  { trialDays }: Pick<Subscription, 'trialDays'>,
  { status }: Pick<ProviderSubscription, 'status'>,
  cycles: number,
): boolean {
  return status === 'trialing' && (trialDays === 0 || cycles > 0)
}

/** Why a subscription cannot be paused now, or undefined if it can. Disputes are checked elsewhere. */
export type PauseProblem =
  | 'installments'
  | 'trial'
  | 'unpaid'
  | 'canceled'
  | 'price_change'
  | 'discount'
  | 'paused'
  | 'skipped_often'
  | 'too_early'
  | 'too_long'

export function pauseProblem(row: Subscription, now: Date): PauseProblem | undefined {
  if (isPaused(row)) return 'paused'
  const problem = problemOf(row, now)
  if (problem !== undefined || pauseEnds(row, now).length > 0) return problem
  return isLonger(row, row.currentPeriodEnd, longestPause) ? 'too_long' : 'too_early'
}

/** Why a payment cannot be skipped, or undefined if it can. Two payments in a row can be skipped. */
export function skipProblem(row: Subscription, now: Date): PauseProblem | undefined {
  if (isPaused(row) && row.skips === 0) return 'paused'
  if (row.skips >= mostSkips) return 'skipped_often'
  const problem = problemOf(row, now)
  const to = skippedTo(row)
  if (problem !== undefined || (to !== null && isNear(to, now))) return problem
  return isLonger(row, chargedNext(row), farthest) ? 'too_long' : 'too_early'
}

function problemOf(row: Subscription, now: Date): PauseProblem | undefined {
  const { status, cancelAfter, unpaidInvoiceId, paymentOnItsWay, currentPeriodEnd } = row
  if (cancelAfter > 0) return 'installments'
  if (status === 'trialing') return 'trial'
  if (isEnding(row) || hasEnded(status)) return 'canceled'
  const isLive = status === 'active' || status === 'paused'
  const isOpen = paymentOnItsWay === 'begun' || paymentOnItsWay === 'at_bank'
  const isAhead = currentPeriodEnd !== null && currentPeriodEnd > now
  if (!isLive || unpaidInvoiceId !== null || isOpen || !isAhead) return 'unpaid'
  if (pendingPrice(row) !== undefined) return 'price_change'
  return isNextReduced(row) ? 'discount' : undefined
}

function isNear(time: Date, now: Date): boolean {
  return time.getTime() <= now.getTime() + farthest
}

/** Stripe continues to count a coupon's months while nothing is charged. */
function isNextReduced(row: Subscription): boolean {
  const { discountAmount, discountCycles, billingCycleAnchor: anchor, currentPeriodEnd: end } = row
  if (discountAmount === 0 || discountCycles === null) return false
  if (anchor === null || end === null) return true
  return isReducedIn(agreedAmounts(row), cycleAt(row, anchor.getTime(), end.getTime()))
}

/** The days on which a pause from the end of the paid time can end, by the number of payments it skips. */
export function pauseEnds(row: Subscription, now: Date): readonly Date[] {
  const from = row.currentPeriodEnd
  if (from === null) return []
  return Array.from({ length: mostPeriods }).flatMap((_, index) => {
    const end = periodsAfter(row, from, index + 1)
    return end === null || end.getTime() > from.getTime() + longestPause || !isNear(end, now) ? [] : end
  })
}

/** Whether a single period is longer than `most`, in milliseconds. */
function isLonger(row: Subscription, from: Date | null, most: number): boolean {
  const to = from === null ? null : periodsAfter(row, from, 1)
  return from !== null && to !== null && to.getTime() - from.getTime() > most
}

/** The payment after the next one. */
export function skippedTo(row: Subscription): Date | null {
  const next = chargedNext(row)
  return next === null ? null : periodsAfter(row, next, 1)
}

/** A date as Stripe counts it from the beginning of a period. */
export function periodsAfter(row: Subscription, time: Date, count: number): Date | null {
  const { billingCycleAnchor: anchor } = row
  if (anchor === null) return null
  const cycle = cycleAt(row, anchor.getTime(), time.getTime())
  return new Date(cycleStart(row, anchor.getTime(), cycle + count))
}

import type { Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Formats } from '#foundation/text/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { type Recurrence, amountOfCycle, type RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { asPaidNext, agreedAmounts } from '#payments/subscriptions/begin/agreed-prices.ts'
import type { SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { isPaidUp } from '#payments/subscriptions/end/correct-end.ts'
import { describeSubscription } from '#payments/subscriptions/describe-subscription.ts'
import { cycleStart, lastCycleEnd } from '#payments/subscriptions/payment-calendar.ts'
import { isStuck } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { mayBeCharged } from '#payments/subscriptions/sync/payment-on-its-way.ts'
import { priceChangeText } from '#payments/subscriptions/change/apply-price-change.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { eachPaymentText } from '#payments/subscriptions/reduced-text.ts'
import { calendarFile } from '../mail/calendar-file.ts'
import type { SubscriptionOnPage } from './purchase-data.ts'

type Stored = Selectable<Database['subscriptions']>

/** A subscription that has begun, as its buyer reads it; times in milliseconds. */
export type SubscriptionView = {
  readonly orderId: string
  readonly wire: SubscriptionWire
  readonly recurrence: Recurrence
  readonly formats: Formats
  readonly anchor: number
  /** The amount of each payment, with the order's coupon: "$39.20 every month for your next 2 payments, …". */
  readonly each: string
  readonly amounts: RecurringAmounts
  /** The price its buyer has changed to, in words; null: no change. */
  readonly priceChange: string | null
  /** The total number of payments, past ones included; null: unlimited. */
  readonly payments: number | null
  /** Its first payment is for the first cycle, apart from the order. */
  readonly hasTrial: boolean
  readonly nextChargeAt: number | null
  readonly endsAt: number | null
  /** It has ended, with no further payments or access. */
  readonly isOver: boolean
  /** It is canceled for a day still to come. */
  readonly isEnding: boolean
  /** The cancellation has not reached the provider yet. */
  readonly isStuck: boolean
  /** A payment for a cycle that has begun may be in progress. */
  readonly isCharging: boolean
  readonly revision: number
}

/** Undefined until its first payment is made. */
export function viewSubscription(
  row: Stored | undefined,
  now: Date,
  locale: string | null,
): SubscriptionView | undefined {
  if (row === undefined || row.status === 'incomplete' || row.status === 'incomplete_expired')
    return undefined
  const wire = describeSubscription(row, now)
  const { billingInterval, billingPeriod, cancelAfter, paidCycles, canCancel, needsCard } = wire
  const formats = formatsOf(locale)
  const amountText = (minor: number) => formatAmount(minor, row.currency, formats)
  const isOver = row.status === 'canceled'
  const isLimited = cancelAfter > 0
  const isDone = isPaidUp(row, paidCycles)
  const goesOn = canCancel || needsCard
  const recurrence = { billingInterval, billingPeriod, cancelAfter }
  const anchor = row.billingCycleAnchor?.getTime() ?? trialEndAt(row.createdAt.getTime(), row.trialDays)
  // The first receipt is written before the provider's dates are known; it began right after the order.
  const isNew = row.billingCycleAnchor === null && goesOn
  return {
    orderId: row.orderId,
    wire,
    recurrence,
    formats,
    anchor,
    each: eachPaymentText(wire, amountText),
    amounts: agreedAmounts(goesOn ? asPaidNext(row) : row),
    priceChange: goesOn ? changeText(wire, formats) : null,
    payments: goesOn ? (isLimited ? cancelAfter : null) : paidCycles,
    hasTrial: row.trialDays > 0,
    nextChargeAt: isNew
      ? cycleStart(recurrence, anchor, row.trialDays > 0 ? 0 : 1)
      : milliseconds(wire.nextChargeAt),
    endsAt: isNew ? lastCycleEnd(recurrence, anchor) : milliseconds(wire.endsAt),
    isOver,
    isEnding: !isOver && !isDone && !goesOn,
    isStuck: isStuck(row),
    isCharging: mayBeCharged(row, now),
    revision: row.revision,
  }
}

function changeText(wire: SubscriptionWire, formats: Formats): string | null {
  const { priceChange, currency, taxAmount } = wire
  if (priceChange === null) return null
  const { title, total, former, from } = priceChange
  if (isGoingBack(priceChange))
    return `You are switching back to “${title}”. Until we confirm it by email, your next payment may still be at the price you had switched to.`
  if (from === null) return `You are switching to “${title}”. We will email you to confirm.`
  const change = { recurrence: wire, currency, total, former: former.total, hasTax: taxAmount > 0 }
  return `${priceChangeText({ ...change, from: Date.parse(from) }, formats)}.`
}

/** Whether a change was undone, but not yet confirmed by the provider. */
export function isGoingBack({ title, total, former }: NonNullable<SubscriptionWire['priceChange']>): boolean {
  return title === former.title && total === former.total
}

function milliseconds(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso)
}

/** For a cycle that has begun and is not paid, whether the provider or a bank has its payment. */
export const lastPaymentText =
  'A payment already in progress may still go through. You will not be charged after that.'

const stuckText =
  'Your subscription is canceled, but our payment provider has not ended it yet, so your card may still be charged. We keep trying, and the seller can end it there.'

/** The price and state of a subscription in a sentence or two: "$49.00 every month until you cancel." */
export function standingText(view: SubscriptionView): string {
  const { each, recurrence, formats, nextChargeAt, endsAt, isOver, isEnding, isCharging, wire } = view
  const day = endsAt === null ? '' : ` on ${dayText(endsAt, formats)}`
  const last = isCharging ? lastPaymentText : 'You will not be charged again.'
  const ended = `Your subscription ${day === '' ? 'has ended' : `ended${day}`}`
  if (wire.payoffState === 'paid')
    return isOver
      ? `${day === '' ? 'You have paid everything early' : `You paid everything early${day}`}. ${last}`
      : 'You have paid your plan in full.'
  if (wire.payoffState === 'open')
    return isOver
      ? `${ended}. We do not know yet whether the rest was paid before that.`
      : 'Your payment of the rest of your plan is being processed.'
  if (isOver && wire.due !== null)
    return `${ended}, with ${formatAmount(wire.due, wire.currency, formats)} still unpaid.`
  const isDone = isPaidUp(recurrence, wire.paidCycles)
  if (isOver) return `${ended}. ${isDone ? 'All payments have been made. ' : ''}${last}`
  if (isEnding && view.isStuck) return stuckText
  if (isEnding) return `Your subscription is canceled and ends${day}. ${last}`
  if (wire.status === 'trialing' && nextChargeAt !== null) {
    const on = dayText(nextChargeAt, formats)
    return `Your trial ends on ${on}. After that you pay ${payingText(view)}, starting that day. Cancel before then and you will not be charged.`
  }
  if (wire.due !== null)
    return `The last payment of ${formatAmount(wire.due, wire.currency, formats)} could not be charged.`
  const next = nextChargeAt === null ? '' : ` The next payment is on ${dayText(nextChargeAt, formats)}.`
  if (recurrence.cancelAfter === 0) {
    const change = view.priceChange === null ? '' : ` ${view.priceChange}`
    return `${nowText(view)} until you cancel.${change}${next}`
  }
  if (isDone) {
    return `All payments have been made. Your subscription ends automatically${day}.`
  }
  const end = endsAt === null ? '' : ` It ends automatically${day}.`
  return `${each}, ${recurrence.cancelAfter} payments in total.${next}${end}`
}

/** The amount paid each time until now. */
export function nowText({ each, wire, formats }: SubscriptionView): string {
  const { priceChange, currency } = wire
  if (priceChange === null || priceChange.from === null) return each
  return `${formatAmount(priceChange.former.total, currency, formats)} ${cycleText(wire)}`
}

/**
 * The amounts from the next payment on: "$49.00 every month until you cancel", "$17.00 every month, 3 payments in
 * total".
 */
export function payingText({ each, recurrence }: SubscriptionView): string {
  const { cancelAfter } = recurrence
  if (cancelAfter === 0) return `${each} until you cancel`
  return `${each}, ${cancelAfter === 1 ? 'one payment' : `${cancelAfter} payments`} in total`
}

/** The next payments, `shown` of them or one more, and how many follow; null: unlimited. */
export function nextPayments(view: SubscriptionView, shown: number): SubscriptionOnPage['next'] {
  const { nextChargeAt, recurrence, anchor, wire, payments, amounts, formats } = view
  if (nextChargeAt === null) return { payments: [], rest: null, more: 0 }
  const left = payments === null ? null : payments - wire.paidCycles
  let first = firstCycle(view)
  while (cycleStart(recurrence, anchor, first) < nextChargeAt) first += 1
  // Counting a single hidden one would take as much room as showing it.
  const length = left === shown + 1 ? left : Math.max(0, Math.min(shown, left ?? shown))
  const amountOf = (cycle: number) =>
    formatAmount(amountOfCycle(amounts, cycle).total, wire.currency, formats)
  const next = Array.from({ length }, (_, index) => ({
    at: cycleStart(recurrence, anchor, first + index),
    amount: amountOf(first + index),
  }))
  const rest = amounts.cycles === null || first + length >= amounts.cycles ? amountOf(first + length) : null
  return { payments: next, rest, more: left === null ? null : left - length }
}

/** The cycle that begins with the first payment after the order. */
function firstCycle({ hasTrial }: SubscriptionView): 0 | 1 {
  return hasTrial ? 0 : 1
}

/** The subscription as a calendar file. */
export function calendarOf(view: SubscriptionView, sellerName: string, now: Date): string {
  const { orderId, wire, amounts, formats, recurrence, anchor, payments, endsAt, revision } = view
  const { title, currency } = wire
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const { cycles, reduced, regular } = amounts
  const amount = amountText((cycles === null ? reduced : regular).total)
  const lower = cycles === null ? null : { amount: amountText(reduced.total), cycles }
  const firstLater = firstCycle(view)
  const parts = { orderId, title, sellerName, amount, lower, recurrence, anchor, payments, endsAt, revision }
  return calendarFile({ ...parts, firstLater, now: now.getTime() })
}

import type { Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Formats } from '#foundation/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/read-formats.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { amountOfCycle, type RecurringAmounts } from '#payments/pricing/later-payments.ts'
import { agreedAmounts } from '#payments/subscriptions/agreed-amounts.ts'
import type { SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { describeSubscription } from '#payments/subscriptions/describe-subscription.ts'
import { cycleStart, lastCycleEnd } from '#payments/subscriptions/payment-calendar.ts'
import { dayText } from '#foundation/day-text.ts'
import { eachPaymentText } from '#payments/subscriptions/reduced-text.ts'
import { calendarFile } from './calendar-file.ts'
import type { SubscriptionOnPage } from './purchase-data.ts'

type Stored = Selectable<Database['subscriptions']>

/** A subscription that has begun, as its buyer reads it; times in milliseconds. */
export type SubscriptionView = {
  readonly orderId: string
  readonly wire: SubscriptionWire
  readonly recurrence: Recurrence
  readonly formats: Formats
  readonly anchor: number
  /** What the next payment is, as people read it. */
  readonly amount: string
  /** What each payment is, while they differ with that of the order's coupon: "$39.20 every month for 2 more payments, …". */
  readonly each: string
  readonly amounts: RecurringAmounts
  /** How many payments there will be with those that were; null: they go on. */
  readonly payments: number | null
  readonly nextChargeAt: number | null
  readonly endsAt: number | null
  /** Nothing more is charged, and nothing more is to be had. */
  readonly isOver: boolean
  /** Somebody has canceled it for a day that is still to come. */
  readonly isEnding: boolean
  readonly revision: number
}

/** Undefined while its first payment is not made. */
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
  const isDone = isLimited && paidCycles >= cancelAfter
  const goesOn = canCancel || needsCard
  const recurrence = { billingInterval, billingPeriod, cancelAfter }
  const anchor = (row.billingCycleAnchor ?? row.createdAt).getTime()
  // The first receipt is written before the provider's dates are known; it began in the moment after the order.
  const isNew = row.billingCycleAnchor === null && goesOn
  return {
    orderId: row.orderId,
    wire,
    recurrence,
    formats,
    anchor,
    amount: amountText(wire.total),
    each: eachPaymentText(wire, amountText),
    amounts: agreedAmounts(row),
    payments: goesOn ? (isLimited ? cancelAfter : null) : paidCycles,
    nextChargeAt: isNew ? cycleStart(recurrence, anchor, 1) : milliseconds(wire.nextChargeAt),
    endsAt: isNew ? lastCycleEnd(recurrence, anchor) : milliseconds(wire.endsAt),
    isOver,
    isEnding: !isOver && !isDone && !goesOn,
    revision: row.revision,
  }
}

function milliseconds(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso)
}

/** What is paid and how it stands, in a sentence or two: "$49.00 every month until you cancel." */
export function standingText(view: SubscriptionView): string {
  const { amount, each, recurrence, formats, nextChargeAt, endsAt, isOver, isEnding, wire } = view
  const day = endsAt === null ? '' : ` on ${dayText(endsAt, formats)}`
  if (isOver) return `Your subscription has ended${day}. You will not be charged again.`
  if (isEnding) return `Your subscription is canceled and ends${day}. You will not be charged again.`
  if (wire.needsCard) return `The last payment of ${amount} could not be charged.`
  const next = nextChargeAt === null ? '' : ` The next payment is on ${dayText(nextChargeAt, formats)}.`
  if (recurrence.cancelAfter === 0) return `${each} until you cancel.${next}`
  if (wire.paidCycles >= recurrence.cancelAfter) {
    return `All payments have been made. Your subscription ends automatically${day}.`
  }
  const end = endsAt === null ? '' : ` It ends automatically${day}.`
  return `${each}, ${recurrence.cancelAfter} payments in total.${next}${end}`
}

/** The next payments, `shown` of them or one more, and how many follow; null: they go on. */
export function nextPayments(
  { nextChargeAt, recurrence, anchor, wire, payments, amounts, formats }: SubscriptionView,
  shown: number,
): SubscriptionOnPage['next'] {
  if (nextChargeAt === null) return { payments: [], rest: null, more: 0 }
  const left = payments === null ? null : payments - wire.paidCycles
  let first = 1
  while (cycleStart(recurrence, anchor, first) < nextChargeAt) first += 1
  // One alone takes no less room told of than shown.
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

/** The subscription as a calendar file. */
export function calendarOf(view: SubscriptionView, sellerName: string, now: Date): string {
  const { orderId, wire, amounts, formats, recurrence, anchor, payments, endsAt, revision } = view
  const { title, currency } = wire
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const { cycles, reduced, regular } = amounts
  const amount = amountText((cycles === null ? reduced : regular).total)
  const lower = cycles === null ? null : { amount: amountText(reduced.total), cycles }
  const parts = { orderId, title, sellerName, amount, lower, recurrence, anchor, payments, endsAt, revision }
  return calendarFile({ ...parts, now: now.getTime() })
}

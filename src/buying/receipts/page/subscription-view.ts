import type { Selectable } from 'kysely'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Formats } from '#foundation/text/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { type Recurrence, amountOfCycle, type RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { asPaidNext, agreedAmounts } from '#payments/subscriptions/begin/agreed-prices.ts'
import type { SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { asksForReason } from '#payments/subscriptions/end/cancel-reason.ts'
import { isPaidUp } from '#payments/subscriptions/end/correct-end.ts'
import { describeSubscription } from '#payments/subscriptions/describe-subscription.ts'
import { cycleStart, lastCycleEnd } from '#payments/subscriptions/payment-calendar.ts'
import { isStuck } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { mayBeCharged } from '#payments/subscriptions/sync/payment-on-its-way.ts'
import { priceChangeText } from '#payments/subscriptions/change/apply-price-change.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { eachPaymentText, paymentsLeftText } from '#payments/subscriptions/reduced-text.ts'
import { calendarFile } from '../mail/calendar-file.ts'
import type { SubscriptionOnPage } from './purchase-data.ts'

type Stored = Selectable<Database['subscriptions']>

/** A subscription that has begun, as its buyer sees it. Times are in milliseconds. */
export type SubscriptionView = {
  readonly orderId: string
  readonly wire: SubscriptionWire
  readonly recurrence: Recurrence
  readonly formats: Formats
  readonly anchor: number
  /** Describes each payment, including the order's coupon, such as "$39.20 every month for your next 2 payments, …". */
  readonly each: string
  readonly amounts: RecurringAmounts
  /** Describes the price that the buyer has changed to, or null if there is none. */
  readonly priceChange: string | null
  /** The total number of payments, including past ones, or null if there is no limit. */
  readonly payments: number | null
  /** Whether the cycle at the anchor belongs to a later payment instead of the order's, as after a trial or a pause. */
  readonly isFirstAhead: boolean
  readonly nextChargeAt: number | null
  readonly endsAt: number | null
  readonly isOver: boolean
  /** Whether the subscription is canceled but has not ended. */
  readonly isEnding: boolean
  /** Whether the cancellation has yet to reach the provider. */
  readonly isStuck: boolean
  /** Whether the buyer canceled and can still say why. */
  readonly asksForReason: boolean
  /** Whether a payment may be in progress for a cycle that has begun. */
  readonly isCharging: boolean
  readonly revision: number
}

/** Undefined until the first payment is made. */
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
  const next = milliseconds(wire.nextChargeAt)
  const counted = row.billingCycleAnchor?.getTime() ?? trialEndAt(row.createdAt.getTime(), row.trialDays)
  // Payments after a pause are counted from the end of the pause.
  const isFirstAhead = next !== null && (wire.pause !== null || counted >= next)
  const anchor = isFirstAhead ? next : counted
  // The first receipt is written before the provider's dates are known.
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
    isFirstAhead: row.trialDays > 0 || isFirstAhead,
    nextChargeAt: isNew ? cycleStart(recurrence, anchor, row.trialDays > 0 ? 0 : 1) : next,
    endsAt: isNew ? lastCycleEnd(recurrence, anchor) : milliseconds(wire.endsAt),
    isOver,
    isEnding: !isOver && !isDone && !goesOn,
    isStuck: isStuck(row),
    asksForReason: asksForReason(row),
    isCharging: mayBeCharged(row, now),
    revision: row.revision,
  }
}

function changeText(wire: SubscriptionWire, formats: Formats): string | null {
  const { priceChange, currency, taxAmount } = wire
  if (priceChange === null) return null
  const { title, total, former, from } = priceChange
  if (isGoingBack(priceChange))
    return t(
      'You are switching back to “{title}”. Until we confirm it by email, your next payment may still be at the price you had switched to.',
      { title },
    )
  if (from === null) return t('You are switching to “{title}”. We will email you to confirm.', { title })
  const change = { recurrence: wire, currency, total, former: former.total, hasTax: taxAmount > 0 }
  return t('{sentence}.', { sentence: priceChangeText({ ...change, from: Date.parse(from) }, formats) })
}

/** Whether a price change was undone but the provider has not confirmed that yet. */
export function isGoingBack({ title, total, former }: NonNullable<SubscriptionWire['priceChange']>): boolean {
  return title === former.title && total === former.total
}

function milliseconds(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso)
}

/** Describes the situation in which the provider or a bank is processing the payment of a cycle that has begun. */
export function lastPaymentText(): string {
  return t('A payment already in progress may still go through. You will not be charged after that.')
}

/**
 * Describes the price and state of a subscription in a sentence or two, such as "$49.00 every month until you
 * cancel."
 */
export function standingText(view: SubscriptionView): string {
  const { recurrence, formats, nextChargeAt, endsAt, wire } = view
  const end = endsAt === null ? null : dayText(endsAt, formats)
  if (view.isOver) return overText(view, end)
  if (wire.payoffState === 'paid') return t('You have paid your plan in full.')
  if (wire.payoffState === 'open') return t('Your payment of the remaining installments is being processed.')
  if (view.isEnding && view.isStuck)
    return t(
      'Your subscription is canceled, but our payment provider has not ended it yet, so your card may still be charged. We keep trying, and the seller can end it there.',
    )
  if (view.isEnding) {
    const canceled =
      end === null
        ? t('Your subscription is canceled.')
        : t('Your subscription is canceled and ends on {day}.', { day: end })
    return `${canceled} ${lastText(view)}`
  }
  const day = nextChargeAt === null ? null : dayText(nextChargeAt, formats)
  if (wire.status === 'trialing' && day !== null) {
    const price = comingText(view)
    if (isFreeNext(view))
      return t(
        'Your trial ends on {day}. After that you pay {price}. Cancel before {day} and you will not be charged.',
        { day, price },
      )
    return t(
      'Your trial ends on {day}. After that you pay {price}, starting that day. Cancel before then and you will not be charged.',
      { day, price },
    )
  }
  if (wire.due !== null)
    return t('The last payment of {amount} could not be charged.', {
      amount: formatAmount(wire.due, wire.currency, formats),
    })
  if (wire.pause !== null && day !== null) return pauseText(view, wire.pause, day)
  const next = day === null || isFreeNext(view) ? [] : [t('The next payment is on {day}.', { day })]
  if (recurrence.cancelAfter === 0) {
    const change = view.priceChange === null ? [] : [view.priceChange]
    if (isFreeNext(view)) return [t('You pay {price}.', { price: comingText(view) }), ...change].join(' ')
    return [t('{price} until you cancel.', { price: nowText(view) }), ...change, ...next].join(' ')
  }
  if (isPaidUp(recurrence, wire.paidCycles))
    return end === null
      ? t('All payments have been made. Your subscription ends automatically.')
      : t('All payments have been made. Your subscription ends automatically on {day}.', { day: end })
  const last = end === null ? [] : [t('It ends automatically on {day}.', { day: end })]
  const paying = isFreeNext(view)
    ? t('You pay {price}.', { price: comingText(view) })
    : t('{sentence}.', { sentence: payingText(view) })
  return [paying, ...next, ...last].join(' ')
}

function pauseText(
  view: SubscriptionView,
  { from, hasBegun, isSkip }: NonNullable<SubscriptionWire['pause']>,
  day: string,
): string {
  if (hasBegun)
    return t('Nothing is charged until {day}. Then you pay {price}.', { day, price: payingText(view) })
  const end = dayText(Date.parse(from), view.formats)
  return isSkip
    ? t('Your payment on {end} is skipped. The next payment is on {day}.', { end, day })
    : t('Your subscription pauses on {end}. Nothing is charged until {day}.', { end, day })
}

function overText(view: SubscriptionView, day: string | null): string {
  const { wire, formats, recurrence } = view
  if (wire.payoffState === 'paid') {
    const paid =
      day === null ? t('You have paid everything early.') : t('You paid everything early on {day}.', { day })
    return `${paid} ${lastText(view)}`
  }
  const ended =
    day === null ? t('Your subscription has ended.') : t('Your subscription ended on {day}.', { day })
  if (wire.payoffState === 'open')
    return `${ended} ${t('We do not know yet whether the rest was paid before that.')}`
  if (wire.due !== null) {
    const amount = formatAmount(wire.due, wire.currency, formats)
    return day === null
      ? t('Your subscription has ended, with {amount} still unpaid.', { amount })
      : t('Your subscription ended on {day}, with {amount} still unpaid.', { day, amount })
  }
  const all = isPaidUp(recurrence, wire.paidCycles) ? [t('All payments have been made.')] : []
  return [ended, ...all, lastText(view)].join(' ')
}

function lastText({ isCharging }: SubscriptionView): string {
  return isCharging ? lastPaymentText() : t('You will not be charged again.')
}

/** Describes the amount of each payment so far. */
export function nowText({ each, wire, formats }: SubscriptionView): string {
  const { priceChange, currency } = wire
  if (priceChange === null || priceChange.from === null) return each
  const amount = formatAmount(priceChange.former.total, currency, formats)
  return t('{amount} {cycle}', { amount, cycle: cycleText(wire) })
}

/** Describes the amounts from the next payment on, such as "$49.00 every month until you cancel". */
export function payingText({ each: price, recurrence }: SubscriptionView): string {
  const { cancelAfter: count } = recurrence
  if (count === 0) return t('{price} until you cancel', { price })
  return t('{price}, {count, plural, one {one payment} other {# payments}} in total', { price, count })
}

/** Whether a coupon makes the next payment free. */
export function isFreeNext({ wire }: SubscriptionView): boolean {
  return wire.total === 0 && wire.change !== null
}

/** Describes the next payments with the same words as the payment page. */
export function comingText(view: SubscriptionView): string {
  const { recurrence, amounts, anchor, wire, formats } = view
  if (wire.change === null) return payingText(view)
  const amountText = (minor: number) => formatAmount(minor, wire.currency, formats)
  const paid = cycleStart(recurrence, anchor, nextCycle(view) + wire.change.after)
  return paymentsLeftText(recurrence, amounts, wire.paidCycles, amountText, {
    freeUntil: dayText(paid, formats),
  })
}

/** The next payments, `shown` of them or one more, and how many follow, or null if there is no limit. */
export function nextPayments(view: SubscriptionView, shown: number): SubscriptionOnPage['next'] {
  const { nextChargeAt, recurrence, anchor, wire, payments, amounts, formats } = view
  if (nextChargeAt === null) return { payments: [], rest: null, more: 0 }
  const left = payments === null ? null : payments - wire.paidCycles
  const first = nextCycle(view)
  // A line saying that one more payment follows would take as much room as the payment itself.
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

function nextCycle(view: SubscriptionView): number {
  const { recurrence, anchor, nextChargeAt } = view
  const next = nextChargeAt ?? anchor
  let cycle: number = firstCycle(view)
  while (cycleStart(recurrence, anchor, cycle) < next) cycle += 1
  return cycle
}

/** The cycle of the first payment after the order. */
function firstCycle({ isFirstAhead }: SubscriptionView): 0 | 1 {
  return isFirstAhead ? 0 : 1
}

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

import { amountOfCycle } from '#payments/pricing/recurrence.ts'
import { agreedAmounts, cycleAt, priceAt, withPrice, type Priced } from '../begin/agreed-prices.ts'
import { hasEnded, isEnding, isPaidUp } from '../end/correct-end.ts'
import { chargedNext, isPaused, paidUntil } from '../pause/pause-state.ts'
import type { AheadKind } from './ahead-kinds.ts'
import { cycleStart } from '../payment-calendar.ts'
import type { Subscription } from '../store.ts'

/** The `total` in minor units of the subscription's currency, including tax. */
export type Ahead = { readonly at: Date; readonly kind: AheadKind; readonly total: number }

/** The columns that decide a subscription's future payments. */
export type Running = Priced &
  Pick<
    Subscription,
    | 'status'
    | 'currency'
    | 'billingInterval'
    | 'billingPeriod'
    | 'cancelAfter'
    | 'paidCycles'
    | 'billingCycleAnchor'
    | 'currentPeriodEnd'
    | 'pauseFrom'
    | 'pauseUntil'
    | 'cancelAt'
    | 'cancelAtPeriodEnd'
    | 'cancellation'
    | 'unpaidInvoiceId'
    | 'unpaidAmount'
    | 'unpaidAmountOf'
    | 'nextPaymentAttempt'
  >

const begun: ReadonlySet<string> = new Set(['active', 'trialing', 'paused', 'past_due'])

/**
 * The payments that a subscription has agreed to until a given time, soonest first. If its card works and no one
 * changes anything, exactly these amounts are charged. Stripe charges a renewal within hours of its time.
 */
export function paymentsAhead(row: Running, now: Date, until: Date): Ahead[] {
  if (!begun.has(row.status) || hasEnded(row.status)) return []
  const retry = retryOf(row)
  const planned = isEnding(row) || isPaidUp(row, row.paidCycles) ? endsOf(row) : renewalsOf(row, now, until)
  return [...retry, ...planned].filter(({ at }) => at >= now && at < until)
}

/** Stripe tries a declined payment again. */
function retryOf({
  nextPaymentAttempt: at,
  unpaidInvoiceId,
  unpaidAmountOf,
  unpaidAmount,
}: Running): Ahead[] {
  const isKnown = unpaidInvoiceId !== null && unpaidAmountOf === unpaidInvoiceId
  return at === null || !isKnown || unpaidAmount === null ? [] : [{ at, kind: 'retry', total: unpaidAmount }]
}

function endsOf(row: Running): Ahead[] {
  const at = paidUntil(row)
  return at === null ? [] : [{ at, kind: 'end', total: 0 }]
}

function renewalsOf(row: Running, now: Date, until: Date): Ahead[] {
  const { billingCycleAnchor: begin, cancelAfter, cancelAt, paidCycles } = row
  const first = chargedNext(row)
  if (begin === null || first === null || first >= until) return []
  // Stripe counts cycles from the end of a pause.
  const anchor = isPaused(row) ? first.getTime() : begin.getTime()
  const reached = cycleAt(row, anchor, Math.max(first.getTime(), anchor))
  const left = cancelAfter === 0 ? Infinity : cancelAfter - paidCycles
  const all: Ahead[] = []
  let present = pricedAt(row, new Date(first.getTime() - 1))
  for (let count = 0; count < left; count += 1) {
    const at = new Date(cycleStart(row, anchor, reached + count))
    if (at >= until || (cancelAt !== null && at >= cancelAt)) break
    const priced = pricedAt(row, at)
    const isOther = priced.title !== present.title || priced.total !== present.total
    present = priced
    const cycle = cycleAt(row, begin.getTime(), at.getTime())
    const { total } = amountOfCycle(agreedAmounts(priced), cycle)
    const kind = isOther ? 'price_change' : kindOf(row, count, left)
    if (total > 0 && at >= now) all.push({ at, kind, total })
  }
  return all
}

function pricedAt(row: Running, at: Date): Running {
  const price = priceAt(row, at)
  return price === undefined ? row : withPrice(row, price)
}

function kindOf(row: Running, count: number, left: number): AheadKind {
  if (count === 0 && row.status === 'trialing') return 'trial_end'
  if (count === 0 && isPaused(row)) return 'pause_end'
  if (row.cancelAfter === 0) return 'renewal'
  return count === left - 1 ? 'last_payment' : 'instalment'
}

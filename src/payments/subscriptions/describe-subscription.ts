import type { AgreedPrice } from '#foundation/db/tables/subscriptions.ts'
import { cardText } from '#foundation/text/card-words.ts'
import { amountOfCycle, type RecurringAmounts } from '#payments/pricing/recurrence.ts'
import type { SubscriptionWire } from './contract.ts'
import { asPaidNext, pendingPrice, presentPrice, agreedAmounts } from './begin/agreed-prices.ts'
import { isTaxOff } from './change/tax-off.ts'
import { hasEnded, isCanceledHere, isEnding, isPaidUp } from './end/correct-end.ts'
import { chargedNext, isPaused, isResting, paidUntil } from './pause/pause-state.ts'
import { restOfPlan } from './collect/rest-of-plan.ts'
import { paymentsLeft } from './reduced-text.ts'
import type { Subscription } from './store.ts'

/** A subscription as it is sent to clients. Requested changes count as made. */
export function describeSubscription(row: Subscription, now: Date): SubscriptionWire {
  const { status, billingInterval, billingPeriod, cancelAfter } = row
  const { currency, cancellation, cancellationBy } = row
  const isOver = hasEnded(status)
  const hasBegun = status !== 'incomplete' && status !== 'incomplete_expired'
  const paidCycles = Math.max(row.paidCycles, hasBegun && row.trialDays === 0 ? 1 : 0)
  const isDone = isPaidUp(row, paidCycles)
  const goesOn = hasBegun && !isOver && !isDone && !isEnding(row)
  const isLive = status === 'active' || status === 'trialing' || status === 'paused'
  const end = paidUntil(row)
  const isAhead = end !== null && end > now
  const rest = restOfPlan(row, now)
  // An unpaid renewal keeps the price at which it was charged.
  const next = isLive && goesOn ? asPaidNext(row) : row
  const amounts = agreedAmounts(next)
  const payment = amountOfCycle(amounts, paidCycles)
  const asksForCard = needsCard(row) && !isCanceledHere(row)
  return {
    status,
    title: next.title,
    billingInterval,
    billingPeriod,
    cancelAfter,
    currency,
    ...payment,
    change: goesOn ? changeOf(next, amounts, paidCycles) : null,
    paidCycles,
    card: changedCard(row),
    cardExpires: goesOn && isLive && row.cardEndsBeforeDue === true,
    nextChargeAt: goesOn && isLive ? iso(chargedNext(row)) : null,
    pause: goesOn && isLive ? pauseOf(row, now) : null,
    left: row.cancelReason === null ? null : { reason: row.cancelReason, note: row.cancelNote },
    endsAt: iso(endOf(row, isDone)),
    paymentFailedAt: needsCard(row) ? iso(row.paymentFailedAt) : null,
    nextPaymentAttempt: isOver ? null : iso(row.nextPaymentAttempt),
    needsCard: asksForCard,
    due: asksForCard ? (unpaidAmount(row) ?? payment.total) : null,
    canCancel: hasBegun && !isOver && !isDone && !isCanceled(row),
    canResume: isLive && !isDone && isAhead && cancellation === 'period_end' && cancellationBy === 'buyer',
    payoff: rest && {
      payments: rest.payments,
      total: rest.total,
      withoutDiscount: rest.withoutDiscount,
    },
    payoffState: payoffStateOf(row),
    priceChange: isOver ? null : priceChangeOf(row),
  }
}

/** A subscription with its untranslated titles. */
export function inSellersWords(row: Subscription): Subscription {
  const titled = <Titled extends Pick<AgreedPrice, 'title' | 'sellerTitle'>>(one: Titled): Titled => ({
    ...one,
    title: one.sellerTitle ?? one.title,
  })
  return { ...titled(row), agreedPrices: row.agreedPrices?.map(titled) ?? null }
}

/** The card that the buyer has changed to, as people recognize it. Null if there is none or it is unknown. */
export function changedCard({
  cardBrand: brand,
  cardLast4: last4,
}: Pick<Subscription, 'cardBrand' | 'cardLast4'>): string | null {
  return brand === null || last4 === null ? null : cardText({ brand, last4 })
}

function pauseOf(row: Subscription, now: Date): SubscriptionWire['pause'] {
  const { pauseFrom: from, pauseUntil: until } = row
  if (from === null || until === null || !isPaused(row)) return null
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    hasBegun: isResting(row, now),
    isSkip: row.skips > 0,
    by: row.pauseBy ?? 'buyer',
  }
}

function priceChangeOf(row: Subscription): SubscriptionWire['priceChange'] {
  const [present, pending] = [presentPrice(row), pendingPrice(row)]
  if (pending === undefined || (present !== undefined && isTaxOff(present, pending))) return null
  const { id, title, total, from } = pending
  return { id, title, total, from, former: { title: row.title, total: row.total } }
}

function payoffStateOf({ payoffPurchaseId, payoffPaid }: Subscription): SubscriptionWire['payoffState'] {
  if (payoffPurchaseId === null) return null
  return payoffPaid ? 'paid' : 'open'
}

function changeOf(row: Subscription, amounts: RecurringAmounts, paid: number): SubscriptionWire['change'] {
  const { reduced, regular } = paymentsLeft(row, amounts, paid)
  const rises = reduced !== null && reduced > 0 && regular !== 0
  return rises ? { after: reduced, total: amounts.regular.total } : null
}

/**
 * Whether a renewal was declined and waits for another card. Stripe reports the subscription as active once a newer
 * renewal is paid, and as canceled once a plan's last cycle is over.
 */
function needsCard({ status, unpaidInvoiceId }: Subscription): boolean {
  return unpaidInvoiceId !== null && status !== 'trialing'
}

/** The total of declined payments, or null if it was recorded for another invoice. */
function unpaidAmount(row: Subscription): number | null {
  return row.unpaidAmountOf === row.unpaidInvoiceId ? row.unpaidAmount : null
}

/** Whether it was canceled, here or on Stripe. Holding renewals back during an early payoff is not a cancellation. */
function isCanceled(row: Subscription): boolean {
  return row.payoffPurchaseId === null ? isEnding(row) : isCanceledHere(row)
}

function endOf(row: Subscription, isDone: boolean): Date | null {
  if (hasEnded(row.status)) return row.endedAt
  if (row.cancellation === 'now') return row.cancellationAt
  return isDone || isEnding(row) ? paidUntil(row) : row.cancelAt
}

function iso(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}

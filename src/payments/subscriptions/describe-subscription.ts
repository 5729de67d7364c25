import { amountOfCycle, type RecurringAmounts } from '#payments/pricing/later-payments.ts'
import { agreedAmounts } from './agreed-amounts.ts'
import type { SubscriptionWire } from './contract.ts'
import { hasEnded, isCanceledHere, isPaidUp } from './correct-end.ts'
import { restOfPlan } from './rest-of-plan.ts'
import { paymentsLeft } from './reduced-text.ts'
import type { Subscription } from './store.ts'

/** A subscription as it goes over the wire; what somebody asked for counts as done. */
export function describeSubscription(row: Subscription, now: Date): SubscriptionWire {
  const { status, title, billingInterval, billingPeriod, cancelAfter } = row
  const { currency, cancellation, cancellationBy, currentPeriodEnd } = row
  const isOver = hasEnded(status)
  const hasBegun = status !== 'incomplete' && status !== 'incomplete_expired'
  const paidCycles = Math.max(row.paidCycles, hasBegun && row.trialDays === 0 ? 1 : 0)
  const isDone = isPaidUp(row, paidCycles)
  const amounts = agreedAmounts(row)
  const goesOn = hasBegun && !isOver && !isDone && !isEnding(row)
  const isLive = status === 'active' || status === 'trialing'
  const isAhead = currentPeriodEnd !== null && currentPeriodEnd > now
  const rest = restOfPlan(row, now)
  return {
    status,
    title,
    billingInterval,
    billingPeriod,
    cancelAfter,
    currency,
    ...amountOfCycle(amounts, paidCycles),
    change: goesOn ? changeOf(row, amounts, paidCycles) : null,
    paidCycles,
    nextChargeAt: goesOn && isLive ? iso(currentPeriodEnd) : null,
    endsAt: iso(endOf(row, isDone)),
    paymentFailedAt: needsCard(row) ? iso(row.paymentFailedAt) : null,
    nextPaymentAttempt: isOver ? null : iso(row.nextPaymentAttempt),
    needsCard: needsCard(row) && cancellation !== 'now',
    canCancel: hasBegun && !isOver && !isDone && !isCanceled(row),
    canResume: isLive && !isDone && isAhead && cancellation === 'period_end' && cancellationBy === 'buyer',
    payoff: rest && {
      payments: rest.payments,
      total: rest.total,
      withoutDiscount: rest.withoutDiscount,
    },
    payoffState: payoffStateOf(row),
  }
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

/** A renewal could not be charged, and waits for another card. */
function needsCard({ status, unpaidInvoiceId }: Subscription): boolean {
  return (status === 'past_due' || status === 'unpaid') && unpaidInvoiceId !== null
}

/** Somebody has canceled it, here or at the provider. That it is held while its rest is being paid is nobody's wish. */
function isCanceled(row: Subscription): boolean {
  return row.payoffPurchaseId === null ? isEnding(row) : isCanceledHere(row)
}

/** Nothing is charged after the paid period. */
function isEnding({ cancelAtPeriodEnd, cancellation, cancelAt, currentPeriodEnd }: Subscription): boolean {
  if (cancellation === 'resume') return false
  if (cancelAtPeriodEnd || cancellation !== null) return true
  return cancelAt !== null && currentPeriodEnd !== null && cancelAt <= currentPeriodEnd
}

function endOf(row: Subscription, isDone: boolean): Date | null {
  if (hasEnded(row.status)) return row.endedAt
  if (row.cancellation === 'now') return row.cancellationAt
  return isDone || isEnding(row) ? row.currentPeriodEnd : row.cancelAt
}

function iso(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}

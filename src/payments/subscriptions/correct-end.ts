import type { ProviderSubscription, SubscriptionEnd } from '#foundation/card-provider/subscriptions.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { expectedEnd } from './expected-end.ts'
import { lastCycleEnd } from './payment-calendar.ts'
import type { Subscription } from './store.ts'

/** What has to be changed at the provider so that a subscription ends when it should. */
export type Correction =
  | { readonly kind: 'end now' }
  | { readonly kind: 'change end'; readonly end: SubscriptionEnd }
  /** No renewal may begin while its buyer's bank is asked for the rest. */
  | { readonly kind: 'hold' }

type Wanted = Recurrence &
  Pick<Subscription, 'cancellation' | 'paidCycles' | 'trialDays' | 'createdAt' | 'billingCycleAnchor'> & {
    /** How paying its rest at once stands: `lost` until what was done for it is taken back; null: nobody has tried. */
    readonly payoff: PayoffState | null
  }

export type PayoffState = 'open' | 'paid' | 'lost'
type AtProvider = Pick<
  ProviderSubscription,
  'status' | 'billingCycleAnchor' | 'currentPeriodEnd' | 'cancelAt' | 'cancelAtPeriodEnd' | 'latestInvoice'
>

/**
 * Compares when a subscription is to end with when it will end at the provider: what its buyer or seller asked for, and
 * the number of its paid cycles. `paidCycles` is counted at the provider now, all that is `wanted` is as it was last
 * compared. An end that is earlier than agreed and is none of ours was set at the provider, and stays.
 */
export function correctionOf(wanted: Wanted, actual: AtProvider, paidCycles: number): Correction | undefined {
  if (hasEnded(actual.status)) return undefined
  // Its first invoice was not paid, and never will be.
  if (actual.status === 'incomplete') return undefined
  if (wanted.payoff === 'paid') return { kind: 'end now' }
  // What its buyer's card may just be charged for ends once that is known.
  if (wanted.cancellation === 'now' && wanted.payoff !== 'open') return { kind: 'end now' }
  if (isPaidUp(wanted, paidCycles)) return endOfPaidUp(actual)
  if (wanted.payoff === 'open') return endsWithPeriod(actual) ? undefined : { kind: 'hold' }
  // The period that it was canceled for is not paid, so there is no end of it to wait for.
  const isUnpaid = actual.status === 'past_due' || actual.status === 'unpaid'
  if (wanted.cancellation === 'period_end' && isUnpaid) return { kind: 'end now' }
  // Its buyer was told of one payment on one day: what a trial ends without is not tried on another.
  if (wanted.trialDays > 0 && paidCycles === 0 && isUnpaid) return { kind: 'end now' }
  if (wanted.cancellation === 'period_end')
    return endsWithPeriod(actual) ? undefined : { kind: 'change end', end: { cancelAtPeriodEnd: true } }
  const end = lastCycleEnd(wanted, actual.billingCycleAnchor.getTime())
  if (end === null) {
    const isToResume = wanted.cancellation === 'resume' && actual.cancelAtPeriodEnd
    return isToResume ? { kind: 'change end', end: { cancelAtPeriodEnd: false } } : undefined
  }
  const present = actual.cancelAt?.getTime()
  const isToUndo = wanted.cancellation === 'resume' || wanted.payoff === 'lost'
  // An older release counts the trial's invoice as a payment, and ends what then seems to be paid up.
  const wasMiscounted = isPaidUp(wanted, wanted.paidCycles)
  const isOurs = isToUndo || wasMiscounted || isEndOfOurs(wanted, present)
  const isWrong = present === undefined || present > end || (isOurs && present !== end)
  return isWrong ? { kind: 'change end', end: { cancelAt: new Date(end) } } : undefined
}

/** An end that was set by us: the estimate with which it began, or what followed from the anchor that it had. */
function isEndOfOurs(wanted: Wanted, present: number | undefined): boolean {
  const { billingCycleAnchor: anchor } = wanted
  return (
    present === expectedEnd(wanted) || (anchor !== null && present === lastCycleEnd(wanted, anchor.getTime()))
  )
}

/** It never comes back from these. */
export function hasEnded(status: string): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Somebody has asked here that it ends, and has not taken that back. */
export function isCanceledHere({ cancellation }: Pick<Subscription, 'cancellation'>): boolean {
  return cancellation === 'period_end' || cancellation === 'now'
}

/** Nothing is charged after the paid period. */
export function isEnding({
  cancelAtPeriodEnd,
  cancellation,
  cancelAt,
  currentPeriodEnd,
}: Pick<Subscription, 'cancelAtPeriodEnd' | 'cancellation' | 'cancelAt' | 'currentPeriodEnd'>): boolean {
  if (cancellation === 'resume') return false
  if (cancelAtPeriodEnd || cancellation !== null) return true
  return cancelAt !== null && currentPeriodEnd !== null && cancelAt <= currentPeriodEnd
}

/** All of its cycles are paid. */
export function isPaidUp({ cancelAfter }: Recurrence, paidCycles: number): boolean {
  return cancelAfter > 0 && paidCycles >= cancelAfter
}

/** No invoice may follow on the last one; if one has been made all the same, it is never charged. */
function endOfPaidUp(actual: AtProvider): Correction | undefined {
  const { latestInvoice: latest } = actual
  const isTooMany = latest?.reason === 'cycle' && (latest.status === 'draft' || latest.status === 'open')
  if (isTooMany) return { kind: 'end now' }
  return endsWithPeriod(actual) ? undefined : { kind: 'change end', end: { cancelAtPeriodEnd: true } }
}

function endsWithPeriod({ cancelAtPeriodEnd, cancelAt, currentPeriodEnd }: AtProvider): boolean {
  return cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= currentPeriodEnd)
}

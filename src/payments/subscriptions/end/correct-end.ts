import type { ProviderSubscription, SubscriptionEnd } from '#foundation/card-provider/subscriptions.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { lastCycleEnd } from '../payment-calendar.ts'
import type { Subscription } from '../store.ts'

/** What has to be changed at the provider so that a subscription ends when it should. */
export type Correction =
  | { readonly kind: 'end now' }
  | { readonly kind: 'change end'; readonly end: SubscriptionEnd }
  /** No renewal may begin while its buyer's bank is asked for the rest. */
  | { readonly kind: 'hold' }

type Wanted = Recurrence &
  Pick<
    Subscription,
    'cancellation' | 'paidCycles' | 'trialDays' | 'createdAt' | 'billingCycleAnchor' | 'unpaidInvoiceId'
  > & {
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
  // What was still owed after it is void once somebody has canceled that.
  if (hasEnded(actual.status))
    return wanted.unpaidInvoiceId !== null && isCanceledHere(wanted) ? endNow : undefined
  // Of an incomplete one the first invoice was not paid, and never will be.
  if (actual.status === 'incomplete') return undefined
  const isUnpaid = actual.status === 'past_due' || actual.status === 'unpaid'
  switch (wantedEnd(wanted, paidCycles)) {
    case 'now':
      return endNow
    case 'paid up':
      return isInvoicedAgain(actual) ? endNow : endOfPeriod(actual)
    case 'held':
      return endsWithPeriod(actual) ? undefined : { kind: 'hold' }
    case 'period':
      // The period that it was canceled for is not paid, so there is no end of it to wait for.
      return isUnpaid ? endNow : endOfPeriod(actual)
    case 'as agreed': {
      // Its buyer was told of one payment on one day: what a trial ends without is not tried on another.
      if ((isUnpaid || isTriedAndClosed(actual)) && wanted.trialDays > 0 && paidCycles === 0) return endNow
      const end = lastCycleEnd(wanted, actual.billingCycleAnchor.getTime())
      return end === null ? goOn(wanted, actual) : endAt(end, wanted, actual)
    }
  }
}

/** What our books say of its end, whatever stands at the provider. */
type WantedEnd =
  | 'now'
  /** With the period that is running: its cycles are all paid, and no invoice may follow. */
  | 'paid up'
  /** Once it is known what became of paying its rest. */
  | 'held'
  /** With the period that it was canceled for. */
  | 'period'
  /** With its last cycle, or never. */
  | 'as agreed'

function wantedEnd(wanted: Wanted, paidCycles: number): WantedEnd {
  const { payoff, cancellation } = wanted
  if (payoff === 'paid') return 'now'
  // What its buyer's card may just be charged for ends once that is known.
  if (cancellation === 'now' && payoff !== 'open') return 'now'
  if (isPaidUp(wanted, paidCycles)) return 'paid up'
  if (payoff === 'open') return 'held'
  return cancellation === 'period_end' ? 'period' : 'as agreed'
}

const endNow: Correction = { kind: 'end now' }

function endOfPeriod(actual: AtProvider): Correction | undefined {
  return endsWithPeriod(actual) ? undefined : { kind: 'change end', end: { cancelAtPeriodEnd: true } }
}

/** For one that has no last cycle. */
function goOn({ cancellation }: Wanted, { cancelAtPeriodEnd }: AtProvider): Correction | undefined {
  const isToResume = cancellation === 'resume' && cancelAtPeriodEnd
  return isToResume ? { kind: 'change end', end: { cancelAtPeriodEnd: false } } : undefined
}

function endAt(end: number, wanted: Wanted, { cancelAt }: AtProvider): Correction | undefined {
  const present = cancelAt?.getTime()
  if (present === end) return undefined
  const isEarlier = present !== undefined && present < end
  const isToUndo = wanted.cancellation === 'resume' || wanted.payoff === 'lost'
  const stays = isEarlier && !(isToUndo || wasMiscounted(wanted) || isEndOfOurs(wanted, present))
  return stays ? undefined : { kind: 'change end', end: { cancelAt: new Date(end) } }
}

/** An older release counts the trial's invoice as a payment, and ends what then seems to be paid up. */
function wasMiscounted(wanted: Wanted): boolean {
  return isPaidUp(wanted, wanted.paidCycles)
}

/** An end that was set by us: the estimate with which it began, or what followed from the anchor that it had. */
function isEndOfOurs(wanted: Wanted, present: number): boolean {
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

/** An invoice has been made all the same, and is not charged yet. */
function isInvoicedAgain({ latestInvoice: latest }: AtProvider): boolean {
  return latest?.reason === 'cycle' && (latest.status === 'draft' || latest.status === 'open')
}

/**
 * What was charged in vain is void already, as where a stop came between that and the end: the provider may call the
 * subscription active then.
 */
export function isTriedAndClosed({ latestInvoice: latest }: Pick<AtProvider, 'latestInvoice'>): boolean {
  if (latest === null || latest.reason !== 'cycle' || !latest.wasAttempted) return false
  return latest.status === 'void' || latest.status === 'uncollectible'
}

function endsWithPeriod({ cancelAtPeriodEnd, cancelAt, currentPeriodEnd }: AtProvider): boolean {
  return cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= currentPeriodEnd)
}

type Begun = Pick<
  Subscription,
  'createdAt' | 'trialDays' | 'billingInterval' | 'billingPeriod' | 'cancelAfter'
>

/**
 * With which end a subscription begins: an estimate, by our own time, of its last cycle's; in milliseconds and, like the
 * provider's times, whole seconds. Null: it goes on.
 */
export function expectedEnd(subscription: Begun): number | null {
  const end = lastCycleEnd(subscription, trialEndAt(subscription.createdAt.getTime(), subscription.trialDays))
  return end === null ? null : Math.floor(end / 1000) * 1000
}

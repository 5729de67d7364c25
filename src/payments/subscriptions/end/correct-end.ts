import type { ProviderSubscription, SubscriptionEnd } from '#foundation/card-provider/subscriptions.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { lastCycleEnd } from '../payment-calendar.ts'
import type { Subscription } from '../store.ts'

/** The change that Stripe must make so that a subscription ends when it should. */
export type Correction =
  | { readonly kind: 'end now' }
  | { readonly kind: 'change end'; readonly end: SubscriptionEnd }
  /** No renewal can begin while the rest of the plan is being charged. */
  | { readonly kind: 'hold' }

type Wanted = Recurrence &
  Pick<
    Subscription,
    'cancellation' | 'paidCycles' | 'trialDays' | 'createdAt' | 'billingCycleAnchor' | 'unpaidInvoiceId'
  > & {
    /**
     * The state of an early payoff. `lost` after it failed, until renewals are no longer held back. Null if there is
     * none.
     */
    readonly payoff: PayoffState | null
  }

export type PayoffState = 'open' | 'paid' | 'lost'
type AtProvider = Pick<
  ProviderSubscription,
  'status' | 'billingCycleAnchor' | 'currentPeriodEnd' | 'cancelAt' | 'cancelAtPeriodEnd' | 'latestInvoice'
>

/**
 * Compares a subscription's intended end, by cancellation and number of cycles, with its end on Stripe. `paidCycles` is
 * counted on Stripe now, and `wanted` comes from the last comparison. An earlier end that we did not set was set on
 * Stripe and stays.
 */
export function correctionOf(wanted: Wanted, actual: AtProvider, paidCycles: number): Correction | undefined {
  // A cancellation voids a balance that is still owed after the end.
  if (hasEnded(actual.status))
    return wanted.unpaidInvoiceId !== null && isCanceledHere(wanted) ? endNow : undefined
  // The first invoice of an incomplete subscription was not paid, and never will be.
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
      // The last period before the cancellation takes effect is not paid, so there is no end to wait for.
      return isUnpaid ? endNow : endOfPeriod(actual)
    case 'as agreed': {
      // The buyer was promised one payment on one day, so a payment that fails at the end of a trial is not
      // retried later.
      if ((isUnpaid || isTriedAndClosed(actual)) && wanted.trialDays > 0 && paidCycles === 0) return endNow
      const end = lastCycleEnd(wanted, actual.billingCycleAnchor.getTime())
      return end === null ? resumeWhenAsked(wanted, actual) : endAt(end, wanted, actual)
    }
  }
}

type WantedEnd =
  | 'now'
  /** Ends with the current period, because all cycles are paid and no invoice may follow. */
  | 'paid up'
  /** Ends once the outcome of the early payoff is known. */
  | 'held'
  /** Ends with the period for which it was canceled. */
  | 'period'
  /** Ends with its last cycle, or never. */
  | 'as agreed'

function wantedEnd(wanted: Wanted, paidCycles: number): WantedEnd {
  const { payoff, cancellation } = wanted
  if (payoff === 'paid') return 'now'
  // A charge may be in progress. The subscription ends once its outcome is known.
  if (cancellation === 'now' && payoff !== 'open') return 'now'
  if (isPaidUp(wanted, paidCycles)) return 'paid up'
  if (payoff === 'open') return 'held'
  return cancellation === 'period_end' ? 'period' : 'as agreed'
}

const endNow: Correction = { kind: 'end now' }

function endOfPeriod(actual: AtProvider): Correction | undefined {
  return endsWithPeriod(actual) ? undefined : { kind: 'change end', end: { cancelAtPeriodEnd: true } }
}

function resumeWhenAsked(
  { cancellation }: Wanted,
  { cancelAtPeriodEnd }: AtProvider,
): Correction | undefined {
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

/** An older release counts the trial's invoice as a payment, and ends a plan that then seems to be paid up. */
function wasMiscounted(wanted: Wanted): boolean {
  return isPaidUp(wanted, wanted.paidCycles)
}

/** Whether we set this end: the estimate from the start, or an end computed from an earlier anchor. */
function isEndOfOurs(wanted: Wanted, present: number): boolean {
  const { billingCycleAnchor: anchor } = wanted
  return (
    present === expectedEnd(wanted) || (anchor !== null && present === lastCycleEnd(wanted, anchor.getTime()))
  )
}

export function hasEnded(status: string): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

export function isCanceledHere({ cancellation }: Pick<Subscription, 'cancellation'>): boolean {
  return cancellation === 'period_end' || cancellation === 'now'
}

/** Whether nothing is charged after the paid period. */
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

export function isPaidUp({ cancelAfter }: Recurrence, paidCycles: number): boolean {
  return cancelAfter > 0 && paidCycles >= cancelAfter
}

/** Whether an invoice was created nevertheless but is not charged yet. */
function isInvoicedAgain({ latestInvoice: latest }: AtProvider): boolean {
  return latest?.reason === 'cycle' && (latest.status === 'draft' || latest.status === 'open')
}

/**
 * Whether the declined renewal is already void, for example if the process stopped between voiding it and ending the
 * subscription. Stripe can then report the subscription as active.
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
 * The initial end of a subscription: an estimate of its last cycle's end by our clock, in milliseconds but, like
 * Stripe's times, whole seconds. Null if it has no end.
 */
export function expectedEnd(subscription: Begun): number | null {
  const end = lastCycleEnd(subscription, trialEndAt(subscription.createdAt.getTime(), subscription.trialDays))
  return end === null ? null : Math.floor(end / 1000) * 1000
}

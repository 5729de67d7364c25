import type { ProviderSubscription, SubscriptionEnd } from '#foundation/card-provider/subscriptions.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { lastCycleEnd } from './payment-calendar.ts'
import type { Subscription } from './store.ts'

/** What has to be changed at the provider so that a subscription ends when it should. */
export type Correction =
  | { readonly kind: 'end now' }
  | { readonly kind: 'change end'; readonly end: SubscriptionEnd }

type Wanted = Recurrence & Pick<Subscription, 'cancellation' | 'paidCycles'>
type AtProvider = Pick<
  ProviderSubscription,
  'status' | 'billingCycleAnchor' | 'currentPeriodEnd' | 'cancelAt' | 'cancelAtPeriodEnd' | 'latestInvoice'
>

/**
 * Compares when a subscription is to end with when it will end at the provider: what its buyer or seller asked for, and
 * the number of its paid cycles. `paidCycles` is counted at the provider now, `wanted.paidCycles` when it was last
 * compared: 0 says that its end is still the estimate with which it began. An end that is earlier than agreed was
 * set by the seller at the provider, and stays.
 */
export function correctionOf(wanted: Wanted, actual: AtProvider, paidCycles: number): Correction | undefined {
  if (hasEnded(actual.status)) return undefined
  // Its first invoice was not paid, and never will be.
  if (actual.status === 'incomplete') return undefined
  if (wanted.cancellation === 'now') return { kind: 'end now' }
  if (isPaidUp(wanted, paidCycles)) return endOfPaidUp(actual)
  // The period that it was canceled for is not paid, so there is no end of it to wait for.
  const isUnpaid = actual.status === 'past_due' || actual.status === 'unpaid'
  if (wanted.cancellation === 'period_end' && isUnpaid) return { kind: 'end now' }
  if (wanted.cancellation === 'period_end')
    return endsWithPeriod(actual) ? undefined : { kind: 'change end', end: { cancelAtPeriodEnd: true } }
  const end = lastCycleEnd(wanted, actual.billingCycleAnchor.getTime())
  if (end === null) {
    const isToResume = wanted.cancellation === 'resume' && actual.cancelAtPeriodEnd
    return isToResume ? { kind: 'change end', end: { cancelAtPeriodEnd: false } } : undefined
  }
  const present = actual.cancelAt?.getTime()
  const isEstimate = wanted.paidCycles === 0 || wanted.cancellation === 'resume'
  const isWrong = present === undefined || present > end || (isEstimate && present !== end)
  return isWrong ? { kind: 'change end', end: { cancelAt: new Date(end) } } : undefined
}

/** It never comes back from these. */
export function hasEnded(status: string): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
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

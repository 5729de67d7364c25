import { lastCycleEnd } from '../payment-calendar.ts'
import type { Subscription } from '../store.ts'
import { trialEndAt } from '../trial/trial-days.ts'

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

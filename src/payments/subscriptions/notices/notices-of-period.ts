import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { hasEnded } from '../end/correct-end.ts'
import type { Subscription } from '../store.ts'
import { noticeCheckAt } from './notice-days.ts'

/** How long before a payment its card is checked, in milliseconds. */
const cardLookedAt = 21 * 86_400_000

const none = { renewalNoticeAt: null, cardCheckAt: null, cardEndsBeforeDue: null }

type Notices = Pick<Subscription, 'renewalNoticeAt' | 'cardCheckAt' | 'cardEndsBeforeDue'>
type Period = Pick<Subscription, 'currentPeriodEnd' | 'billingInterval' | 'billingPeriod' | 'cancelAfter'>

/**
 * The columns to change when a period begins. Each period's payment has one notice and one check of its card. A payment
 * at the end of a trial has a reminder of its own. The payment after a pause is announced like any other.
 */
export function noticesOf(
  row: Period,
  { status, currentPeriodEnd: end }: ProviderSubscription,
  isRest: boolean,
): Partial<Notices> {
  if (hasEnded(status)) return none
  const isTrial = status === 'trialing' && !isRest
  if (end.getTime() === row.currentPeriodEnd?.getTime()) return isTrial ? { renewalNoticeAt: null } : {}
  return {
    renewalNoticeAt: isTrial ? null : noticeCheckAt(row, end),
    cardCheckAt: new Date(end.getTime() - cardLookedAt),
    cardEndsBeforeDue: null,
  }
}

import type { Lapse } from '#foundation/db/tables/subscriptions.ts'
import { isPaused } from '../pause/pause-state.ts'
import type { Subscription } from '../store.ts'

type After = Pick<Subscription, 'status' | 'endedAt' | 'paymentFailedAt' | 'nextPaymentAttempt'>

/**
 * The column with a lapse in payments that began since the last comparison: a pause, or the end of Stripe's attempts to
 * charge a card. Empty if there is none.
 */
export function lapsesAfter(row: Subscription, after: After, now: Date): { readonly lapses?: string } {
  const known = row.lapses ?? []
  const begun = [pauseBegun(row, after, now), triesEnded(after, now)].filter((one) => one !== undefined)
  const added = begun.filter((one) => !known.some((lapse) => isKnown(lapse, one, after)))
  return added.length === 0 ? {} : { lapses: JSON.stringify([...known, ...added]) }
}

/** Canceling undoes a pause, even one that has begun. */
function pauseBegun(row: Subscription, { endedAt }: After, now: Date): Lapse | undefined {
  const { status, pauseFrom: from, cancellation } = row
  if (status !== 'paused' || from === null || from > now) return undefined
  const wasPaused = isPaused(row) || (cancellation === 'now' && endedAt !== null && from < endedAt)
  return wasPaused ? { at: from.toISOString(), why: 'paused' } : undefined
}

function triesEnded({ status, nextPaymentAttempt }: After, now: Date): Lapse | undefined {
  const isGivenUp = (status === 'past_due' || status === 'unpaid') && nextPaymentAttempt === null
  return isGivenUp ? { at: now.toISOString(), why: 'failed' } : undefined
}

/** Stripe's attempts to charge a payment end only once. */
function isKnown(lapse: Lapse, one: Lapse, { paymentFailedAt }: After): boolean {
  if (lapse.why !== one.why) return false
  if (one.why === 'paused') return lapse.at === one.at
  return paymentFailedAt !== null && new Date(lapse.at) >= paymentFailedAt
}

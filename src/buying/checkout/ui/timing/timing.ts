import { Ended } from '../page/ended.tsx'
import type { Opening } from '../schedule/opening.tsx'
import { OfferClock } from './offer-clock.tsx'
import { PaymentSchedule, renewalText } from '../schedule/payment-schedule.tsx'
import { standingAt } from './standing.ts'

/**
 * What a page needs for a price that changes over time: the countdown, the price's state, and the schedule of
 * a recurring price.
 */
export const timing = {
  OfferClock,
  Ended,
  Schedule: PaymentSchedule,
  renewalText,
  standing: standingAt,
}

export type Timing = typeof timing & {
  /** How the page shows and pays a trial or a set-up fee. Missing if none of its prices has one. */
  readonly opening?: Opening
}

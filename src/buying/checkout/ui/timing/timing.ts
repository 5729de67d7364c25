import { Ended } from '../page/ended.tsx'
import type { Opening } from '../schedule/opening.tsx'
import { OfferClock } from './offer-clock.tsx'
import { PaymentSchedule, renewalText } from '../schedule/payment-schedule.tsx'
import { standingAt } from './standing.ts'

/** Timing parts for a price that time changes: its timers' clock, its state, and a recurring price's schedule. */
export const timing = {
  OfferClock,
  Ended,
  Schedule: PaymentSchedule,
  renewalText,
  standing: standingAt,
}

export type Timing = typeof timing & {
  /** The display and payment of a trial or a set-up fee; absent if no price of the page has one. */
  readonly opening?: Opening
}

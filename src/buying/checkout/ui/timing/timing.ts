import { Ended } from '../page/ended.tsx'
import type { Opening } from '../schedule/opening.tsx'
import { OfferClock } from './offer-clock.tsx'
import { PaymentSchedule, renewalText } from '../schedule/payment-schedule.tsx'
import { standingAt } from './standing.ts'

/** What a price that time changes is shown with: the clock of its timers, how it stands, and when a recurring one is paid. */
export const timing = {
  OfferClock,
  Ended,
  Schedule: PaymentSchedule,
  renewalText,
  standing: standingAt,
}

export type Timing = typeof timing & {
  /** How a trial or a set-up fee is shown and paid; left out: no price of the page has one. */
  readonly opening?: Opening
}

import { opening } from './opening.tsx'
import { startRenewalText, StartSchedule } from './start-schedule.tsx'
import { timing, type Timing } from './timing.ts'

/** What a price is shown with that may begin with a trial or a set-up fee. */
export const startTiming: Timing = {
  ...timing,
  PaymentSchedule: StartSchedule,
  renewalText: startRenewalText,
  opening,
}

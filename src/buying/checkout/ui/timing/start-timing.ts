import { opening } from '../schedule/opening.tsx'
import { startRenewalText, StartSchedule } from '../schedule/start-schedule.tsx'
import { choiceTiming } from './choice-timing.ts'
import type { Timing } from './timing.ts'

/** The timing functions for a price that can begin with a trial or a set-up fee. */
export const startTiming: Timing = {
  ...choiceTiming,
  Schedule: StartSchedule,
  renewalText: startRenewalText,
  opening,
}

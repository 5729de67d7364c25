import { standingBeside } from './standing-beside.ts'
import { timing, type Timing } from './timing.ts'

/** What a price is shown with that others can be chosen in the place of. */
export const choiceTiming: Timing = { ...timing, standing: standingBeside }

import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { soldAt } from '#payments/pricing/sold-form.ts'
import { timing, type Timing } from './timing.ts'
import { type Standing, standingAt } from './standing.ts'

/** What a price is shown with that others can be chosen in the place of. */
export const choiceTiming: Timing = { ...timing, standing: standingBeside }

/** How the chosen price stands, and with it those that are shown beside it: one that is over has to be shown anew. */
export function standingBeside(form: TimedForm, shownAt: number, now: number, hasBegun: boolean): Standing {
  const chosen = standingAt(form, shownAt, now, hasBegun)
  if (chosen.state !== 'open') return chosen
  const isOver = (form.prices ?? []).some(({ id }) => {
    const beside = soldAt(form, id)
    return beside !== undefined && standingAt(beside, shownAt, now, hasBegun).state === 'outdated'
  })
  return isOver ? { state: 'outdated' } : chosen
}

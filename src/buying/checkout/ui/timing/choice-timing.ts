import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { soldAt } from '#payments/pricing/sold-form.ts'
import { timing, type Timing } from './timing.ts'
import { type Standing, standingAt } from './standing.ts'

/** Timing parts for a page with a choice of prices. */
export const choiceTiming: Timing = { ...timing, standing: standingBeside }

/** The state of the chosen price and of the other prices on the page. If one is outdated, the page must be renewed. */
export function standingBeside(form: TimedForm, shownAt: number, now: number, hasBegun: boolean): Standing {
  const chosen = standingAt(form, shownAt, now, hasBegun)
  if (chosen.state !== 'open') return chosen
  const isOver = (form.prices ?? []).some(({ id }) => {
    const other = soldAt(form, id)
    return other !== undefined && standingAt(other, shownAt, now, hasBegun).state === 'outdated'
  })
  return isOver ? { state: 'outdated' } : chosen
}

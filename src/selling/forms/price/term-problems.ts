import { tooSmallProblem } from '#foundation/money/price-problem.ts'
import type { StoredOpen } from '#payments/pricing/sold-form.ts'
import type { Recurring } from '#payments/pricing/recurrence.ts'
import { isNamed } from '../open-problems.ts'

type Judged = Pick<Recurring, 'priceType' | 'trialDays' | 'trialAmount' | 'setupAmount'>
/** What it costs, and begins with; amounts in minor units. */
type Begun = Judged & { readonly amount: number }
/** The same with what its buyers may name. */
export type Priced = Begun & StoredOpen

/** What is wrong with what a recurring price begins with, by field; amounts in minor units. */
export function termProblems(price: Judged, currency: string): Record<string, string> {
  if (price.priceType === 'OneTimePrice') return {}
  const { trialDays, trialAmount, setupAmount } = price
  const trial =
    tooSmallProblem(trialAmount, currency) ?? (trialDays === 0 && trialAmount > 0 ? needsDays : null)
  const setup = tooSmallProblem(setupAmount, currency)
  return { ...(trial && { trialAmount: trial }), ...(setup && { setupAmount: setup }) }
}

export const needsDays = 'Enter the trial length in days'

/** Whether the first payment is nothing, so that an order bump can be charged alone. */
function beginsFree(price: Begun): boolean {
  if (price.amount === 0) return true
  return (
    price.priceType === 'RecurringPrice' &&
    price.trialDays > 0 &&
    price.trialAmount === 0 &&
    price.setupAmount === 0
  )
}

/** Whether the first payment is nothing at one of the prices that a form is sold at. */
export function canBeginFree(
  first: Begun,
  others: readonly (Begun & { readonly state: 'listed' | 'hidden' | 'retired' })[],
): boolean {
  return [first, ...others.filter(({ state }) => state !== 'retired')].some(beginsFree)
}

/** How many lines of a first invoice it takes beside its own. */
export function linesBeside(price: Judged): number {
  if (price.priceType === 'OneTimePrice') return 0
  const { trialDays, trialAmount, setupAmount } = price
  return (trialDays > 0 && trialAmount > 0 ? 1 : 0) + (setupAmount > 0 ? 1 : 0)
}

/**
 * The most that its first or a later payment is for so many; what a trial costs and a set-up fee are paid once for all of
 * them. Of a price that buyers name, the most that is offered.
 */
export function largestPart(price: Priced, quantity: number, totalOf: (amount: number) => number): number {
  const { amount, priceType, trialDays, trialAmount, setupAmount } = price
  const most = isNamed(price) ? Math.max(amount, price.suggestedAmount ?? 0, ...price.presetAmounts) : amount
  const full = totalOf(most * quantity)
  if (priceType === 'OneTimePrice') return full
  return Math.max(full, (trialDays > 0 ? totalOf(trialAmount) : full) + totalOf(setupAmount))
}

import { t } from '#foundation/language/t.ts'
import { tooSmallProblem } from '#foundation/money/price-problem.ts'
import type { StoredOpen } from '#payments/pricing/sold-form.ts'
import type { Recurring } from '#payments/pricing/recurrence.ts'
import { isNamed } from '../open-problems.ts'

type Checked = Pick<Recurring, 'priceType' | 'trialDays' | 'trialAmount' | 'setupAmount'>
/** A price with its terms. Amounts are in minor units. */
type Begun = Checked & { readonly amount: number }
/** The price and terms, with the pay-what-you-want fields. */
export type Priced = Begun & StoredOpen

/** Errors in a recurring price's trial and set-up fee, by field. Amounts are in minor units. */
export function termProblems(price: Checked, currency: string): Record<string, string> {
  if (price.priceType === 'OneTimePrice') return {}
  const { trialDays, trialAmount, setupAmount } = price
  const trial =
    tooSmallProblem(trialAmount, currency) ?? (trialDays === 0 && trialAmount > 0 ? needsDays() : null)
  const setup = tooSmallProblem(setupAmount, currency)
  return { ...(trial && { trialAmount: trial }), ...(setup && { setupAmount: setup }) }
}

export const needsDays = () => t('Enter the trial length in days')

/** Whether the first payment is 0, so that an order bump can be charged alone. */
function beginsFree(price: Begun): boolean {
  if (price.amount === 0) return true
  return (
    price.priceType === 'RecurringPrice' &&
    price.trialDays > 0 &&
    price.trialAmount === 0 &&
    price.setupAmount === 0
  )
}

/** Whether the first payment is 0 for any of the form's prices on sale. */
export function canBeginFree(
  first: Begun,
  others: readonly (Begun & { readonly state: 'listed' | 'hidden' | 'retired' })[],
): boolean {
  return [first, ...others.filter(({ state }) => state !== 'retired')].some(beginsFree)
}

/** The number of additional lines the price needs on the first invoice. */
export function linesBeside(price: Checked): number {
  if (price.priceType === 'OneTimePrice') return 0
  const { trialDays, trialAmount, setupAmount } = price
  return (trialDays > 0 && trialAmount > 0 ? 1 : 0) + (setupAmount > 0 ? 1 : 0)
}

/**
 * The larger of the first and later payments for a quantity. The trial price and the set-up fee are charged once. A
 * pay-what-you-want price counts with its largest suggested amount.
 */
export function largestPart(price: Priced, quantity: number, totalOf: (amount: number) => number): number {
  const { amount, priceType, trialDays, trialAmount, setupAmount } = price
  const most = isNamed(price) ? Math.max(amount, price.suggestedAmount ?? 0, ...price.presetAmounts) : amount
  const full = totalOf(most * quantity)
  if (priceType === 'OneTimePrice') return full
  return Math.max(full, (trialDays > 0 ? totalOf(trialAmount) : full) + totalOf(setupAmount))
}

import { currencyOf } from '#foundation/money/currencies.ts'
import type { CardLimits } from './sold-form.ts'

/** The smallest and largest card payments in a currency, for a page without the full table. */
export function cardLimitsOf(currency: string): CardLimits {
  const { minimum, maximum, smallest, step } = currencyOf(currency)
  return { minimum, maximum, smallest, step }
}

import { currencyOf } from '#foundation/money/currencies.ts'
import type { CardLimits } from './sold-form.ts'

/** What a card can be charged in a currency, for a page that does not have the table of all. */
export function cardLimitsOf(currency: string): CardLimits {
  const { minimum, maximum, smallest, step } = currencyOf(currency)
  return { minimum, maximum, smallest, step }
}

import { parseAmount, toMajor } from './amount.ts'
import { amountText } from './price-problem.ts'

/**
 * Converts the amounts in a request: major units in the API, minor units of the currency everywhere else. An
 * invalid amount becomes NaN, which no rule accepts as a price, and is listed in `errors` under its field, so
 * that it is reported with all other errors.
 */
export function wireAmounts(currency: string) {
  const errors: Record<string, string> = {}
  return {
    errors,
    decode: (field: string, major: number): number => {
      const parsed = parseAmount(major, currency)
      if (parsed.ok) return parsed.minor
      errors[field] = amountText(parsed.problem, currency)
      return Number.NaN
    },
    encode: (minor: number): number => toMajor(minor, currency),
  }
}

import { parseAmount, toMajor } from './amount.ts'
import { amountText } from './price-problem.ts'

/**
 * The codec of a request's amounts: major units on the wire, minor units of the currency everywhere else. An invalid
 * amount becomes NaN, which no rule accepts as a price, and is named in `errors` under its field, to be reported with
 * all other errors.
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

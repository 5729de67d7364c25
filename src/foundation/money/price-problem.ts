import { formatAmount, formatDigits, parseAmount, type AmountProblem } from './amount.ts'
import { currencyOf } from './currencies.ts'

/**
 * Why an amount in major units cannot be a price in this currency, in words for its field; null when it can. Free is
 * fine; anything below the provider's smallest charge is not.
 */
export function priceProblem(amount: number, currency: string): string | null {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? tooSmallProblem(parsed.minor, currency) : amountText(parsed.problem, currency)
}

/** The same for a price never charged alone: it can be as small as can be written. */
export function amountProblem(amount: number, currency: string): string | null {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? null : amountText(parsed.problem, currency)
}

/** Why typed text is not an amount in a currency, in words for its field. */
export function amountText(problem: AmountProblem, currency: string): string {
  const code = currency.toUpperCase()
  switch (problem) {
    case 'too-many-decimals':
      return `amount has more decimals than ${code} has`
    case 'between-steps':
      return `card payments in ${code} go in steps of ${formatDigits(currencyOf(currency).step, currency)}`
    case 'too-large':
      return `amount is above the maximum card payment of ${largestPayment(currency)}`
    case 'negative':
    case 'not-a-number':
      return 'amount must be positive value'
  }
}

/** Why an amount in minor units is too small for a card charge; null when it is not, or nothing is charged. */
export function tooSmallProblem(minor: number, currency: string): string | null {
  if (!(minor > 0 && minor < currencyOf(currency).minimum)) return null
  return `The amount is below the minimum card payment of ${smallestPayment(currency)}`
}

/** The largest card payment, in words. */
export function largestPayment(currency: string): string {
  return formatAmount(currencyOf(currency).maximum, currency)
}

/** The smallest card payment, in words: an estimate if the provider lists none. */
export function smallestPayment(currency: string): string {
  const { minimum, smallest } = currencyOf(currency)
  return `${smallest === minimum ? '' : 'about '}${formatAmount(smallest, currency)}`
}

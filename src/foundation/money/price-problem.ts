import { t } from '#foundation/language/t.ts'
import type { Formats } from '../text/formats.ts'
import { formatAmount, formatDigits, parseAmount, type AmountProblem } from './amount.ts'
import { currencyOf } from './currencies.ts'

/**
 * Why an amount in major units cannot be a price in this currency, as text for its field, or null if it can:
 * it must be free or at least the provider's smallest charge.
 */
export function priceProblem(amount: number, currency: string): string | null {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? tooSmallProblem(parsed.minor, currency) : amountText(parsed.problem, currency)
}

/** Why an amount cannot be a price that is never charged alone. It can be as small as the currency allows. */
export function amountProblem(amount: number, currency: string): string | null {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? null : amountText(parsed.problem, currency)
}

/** Why typed text is not an amount in a currency, as a message for its field. */
export function amountText(problem: AmountProblem, currency: string): string {
  const code = currency.toUpperCase()
  switch (problem) {
    case 'too-many-decimals':
      return t('amount has more decimals than {code} has', { code })
    case 'between-steps':
      return t('card payments in {code} go in steps of {step}', {
        code,
        step: formatDigits(currencyOf(currency).step, currency),
      })
    case 'too-large':
      return t('amount is above the maximum card payment of {maximum}', {
        maximum: largestPayment(currency),
      })
    case 'negative':
    case 'not-a-number':
      return t('amount must be positive value')
  }
}

/** Why an amount in minor units is too small for a card payment, or null if it is not. */
export function tooSmallProblem(minor: number, currency: string): string | null {
  if (!(minor > 0 && minor < currencyOf(currency).minimum)) return null
  return t('The amount is below the minimum card payment of {minimum}', {
    minimum: smallestPayment(currency),
  })
}

export function largestPayment(currency: string, formats?: Formats): string {
  return formatAmount(currencyOf(currency).maximum, currency, formats)
}

/** Describes the smallest card payment, which is an estimate if the provider lists none. */
export function smallestPayment(currency: string, formats?: Formats): string {
  const { minimum, smallest } = currencyOf(currency)
  const amount = formatAmount(smallest, currency, formats)
  return smallest === minimum ? amount : t('about {amount}', { amount })
}

import { formatAmount, parseAmount } from './amount.ts'
import { currencyOf } from './currencies.ts'

/**
 * Why an amount in major units can't be the price of something in this currency, in words for its field; null when it
 * can. Free is fine; anything below the provider's smallest charge is not.
 */
export function priceProblem(amount: number, currency: string): string | null {
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) {
    switch (parsed.problem) {
      case 'too-many-decimals':
        return `amount has more decimals than ${currency.toUpperCase()} has`
      case 'too-large':
        return 'amount is larger than a card payment can be'
      case 'negative':
      case 'not-a-number':
        return 'amount must be positive value'
    }
  }
  const { minimum } = currencyOf(currency)
  return parsed.minor > 0 && parsed.minor < minimum
    ? `amount is below the smallest card payment of ${formatAmount(minimum, currency)}`
    : null
}

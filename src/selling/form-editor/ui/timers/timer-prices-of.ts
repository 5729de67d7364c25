import { isNamed } from '#selling/forms/open-problems.ts'
import { priceName } from '#selling/forms/price/price-text.ts'
import type { TimerPrice, TimerPrices } from '#selling/timers/ui/timer-texts.ts'
import { pricesOf, type PriceValues } from '../prices/arrange-prices.ts'

/** A form's prices, as its timers need them. */
export function timerPricesOf(values: PriceValues & { readonly currency: string }): TimerPrices {
  const prices = pricesOf(values)
  const [first] = prices
  const hasSeveral = prices.length > 1
  const known = prices.flatMap((price): TimerPrice[] => {
    const { id, state } = price
    if (id === null) return []
    const name = priceName(price, values.currency)
    return [{ id, name, isNamed: isNamed(price), isRetired: state === 'retired' }]
  })
  return {
    isNamed: isNamed(values),
    firstName: hasSeveral && first !== undefined ? priceName(first, values.currency) : null,
    choices: known,
    hasSeveral,
    hasNew: prices.length > known.length,
  }
}

import { isNamed } from '#selling/forms/open-problems.ts'
import { priceName } from '#selling/forms/price/price-text.ts'
import { pricesOf, type PriceValues } from '#selling/forms/ui/prices/arrange-prices.ts'

/** A price that a timer can be of. */
export type TimerPrice = {
  readonly id: string
  readonly name: string
  /** Buyers name it: a timer changes the least of it. */
  readonly isNamed: boolean
  readonly isRetired: boolean
}

/** What the timers of a form are of. */
export type TimerPrices = {
  /** That buyers name the first price, whose amount a timer of all prices changes. */
  readonly isNamed: boolean
  /** What it is called; null: it is the only one. */
  readonly firstName: string | null
  /** Those that a timer can be of; it is asked where there are several. */
  readonly choices: readonly TimerPrice[]
  readonly hasSeveral: boolean
  /** Some of them are not saved yet, and can have no timer before. */
  readonly hasNew: boolean
}

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

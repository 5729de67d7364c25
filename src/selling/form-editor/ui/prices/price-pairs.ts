import { formatAmount, parseAmount, toMajor } from '#foundation/money/amount.ts'
import { noTerms } from '#payments/pricing/recurrence.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { isNamed } from '#selling/forms/open-problems.ts'
import type { EditedPrice } from './arrange-prices.ts'

/** A second price that is computed from the first, and what the first is called beside it. */
export type PricePair = { readonly offer: string; readonly firstLabel: string; readonly second: EditedPrice }

const parts = 3
/** So many months of a year are paid for. */
const paidMonths = 10

/**
 * The price that sellers most often put beside one like this; null where there is none, or the result could not be charged.
 * Parts add up to no less than the whole, and a year to no more than twelve months.
 */
export function pairOf(first: EditedPrice, currency: string): PricePair | null {
  const parsed = parseAmount(first.amount, currency)
  if (!parsed.ok || parsed.minor === 0 || isNamed(first)) return null
  const plan = { ...first, ...noTerms, id: null, state: 'listed' as const, isDefault: false }
  const priced = (minor: number) => ({
    amount: toMajor(minor, currency),
    text: formatAmount(minor, currency),
  })
  if (first.priceType === 'OneTimePrice') {
    const part = stepsUp(parsed.minor / parts, currency)
    if (part < currencyOf(currency).minimum) return null
    const { amount, text } = priced(part)
    const cycle = { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: parts } as const
    const second = { ...plan, ...cycle, priceType: 'RecurringPrice' as const, amount }
    return {
      offer: `Offer ${parts} payments of ${text}, ${formatAmount(part * parts, currency)} in total`,
      firstLabel: 'At once',
      second: { ...second, label: `In ${parts} payments` },
    }
  }
  if (first.cancelAfter > 0 || first.billingInterval !== 1) return null
  if (first.billingPeriod === 'Monthly') {
    const year = parsed.minor * paidMonths
    if (year > currencyOf(currency).maximum) return null
    const { amount, text } = priced(year)
    const second = { ...plan, billingPeriod: 'Yearly' as const, amount, label: 'Yearly' }
    return { offer: `Offer a year for ${text}, 2 months free`, firstLabel: 'Monthly', second }
  }
  if (first.billingPeriod !== 'Yearly') return null
  const month = stepsUp(parsed.minor / paidMonths, currency)
  if (month < currencyOf(currency).minimum) return null
  const { amount, text } = priced(month)
  const second = { ...plan, billingPeriod: 'Monthly' as const, amount, label: 'Monthly' }
  return { offer: `Offer a month for ${text}`, firstLabel: 'Yearly', second }
}

/** The next amount that can be charged, in minor units. */
function stepsUp(minor: number, currency: string): number {
  const { step } = currencyOf(currency)
  return Math.ceil(minor / step) * step
}

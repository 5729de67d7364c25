import { lawOf } from '#buying/consumer-law/laws.ts'
import { consumerTexts } from '#buying/consumer-law/texts.ts'
import { formatPrice } from '#foundation/money/amount.ts'
import { amountAt, pricePurchase, pricingTimer, type TimedForm } from '#payments/pricing/price-purchase.ts'
import { nextTimer } from '#payments/pricing/timers.ts'
import { noteText, shownPrice } from '#payments/pricing/shown-price.ts'
import { soldAt } from '#payments/pricing/sold-form.ts'
import type { PaymentPageData } from '../page/page-data.ts'

/**
 * A past or future price of a form and the time from which it applies, in milliseconds. The amount is in
 * minor units of its currency.
 */
export type PriceSince = { readonly amount: number; readonly currency: string; readonly fromAt: number }

/**
 * What is needed to announce a lower price: the history of the form's price and of its other prices, and the country
 * whose law applies.
 */
export type PriceNews = {
  readonly history: readonly PriceSince[]
  readonly furtherHistory: readonly (PriceSince & { readonly priceId: string })[]
  readonly country: string | null
}

const month = 30 * 24 * 60 * 60 * 1000

type Priced = Pick<PaymentPageData, 'pricing' | 'isGrossFirst' | 'formats'>

/** The texts about the lowest recent price, for the page's first price and for its others. */
export function lowestPrices(
  page: Priced,
  { history, furtherHistory, country }: PriceNews,
  instant: number,
): Pick<PaymentPageData, 'lowestPrice' | 'lowestPrices' | 'struckPrice'> {
  const { pricing } = page
  const first = lowestPriceText(page, history, country, instant)
  const struck = pricing.prices === undefined ? struckPrice(page, history, instant) : undefined
  const further = (pricing.prices ?? []).flatMap(({ id }): [string, string][] => {
    const sold = id === pricing.priceId ? undefined : soldAt(pricing, id)
    const own = furtherHistory.filter(({ priceId }) => priceId === id)
    const text = sold && lowestPriceText({ ...page, pricing: sold }, own, country, instant)
    return text === undefined ? [] : [[id, text]]
  })
  return {
    ...(first !== undefined && { lowestPrice: first }),
    ...(struck !== undefined && { struckPrice: struck }),
    ...(further.length > 0 && { lowestPrices: Object.fromEntries(further) }),
  }
}

/**
 * The lowest price of the last 30 days, formatted like the page's other prices, for a page that announces a
 * lower price. Undefined if it announces none, or if the law of the seller's country does not require it.
 * Directive 98/6/EC, Article 6a.
 */
function lowestPriceText(
  { pricing, isGrossFirst, formats }: Priced,
  history: readonly PriceSince[],
  sellerCountry: string | null,
  instant: number,
): string | undefined {
  const next = nextTimer(pricing, instant)
  // A lower minimum of a "pay what you want" price does not count as a lower price.
  if (pricing.open !== undefined) return undefined
  const isLowered = next !== undefined && amountAt(pricing, next.expiresAt) < amountAt(pricing, instant)
  if (!isLowered || lawOf(sellerCountry)?.showsLowestPrice !== true) return undefined
  const shown = shownAt({ pricing, isGrossFirst }, lowestAmount(pricing, history, instant), instant)
  const text = `${formatPrice(shown.amount, pricing.currency, formats)} ${noteText(shown.note)}`
  return consumerTexts.lowestPrice(text.trim())
}

/**
 * The price that is struck out for 30 days after a timer lowered it: the lowest price of the 30 days before, as
 * Directive 98/6/EC requires. Undefined if that price was not higher.
 */
function struckPrice(
  { pricing, isGrossFirst, formats }: Priced,
  history: readonly PriceSince[],
  instant: number,
): string | undefined {
  const loweredAt = pricingTimer(pricing.timers, instant)?.expiresAt
  if (pricing.open !== undefined || loweredAt === undefined || loweredAt <= instant - month) return undefined
  const before = lowestAmount(pricing, history, loweredAt - 1)
  if (before <= amountAt(pricing, instant)) return undefined
  const { amount } = shownAt({ pricing, isGrossFirst }, before, instant)
  return formatPrice(amount, pricing.currency, formats)
}

/** An amount of the form, formatted as its page shows prices, with a note about tax. */
function shownAt(
  { pricing, isGrossFirst }: Pick<Priced, 'pricing' | 'isGrossFirst'>,
  amount: number,
  instant: number,
) {
  const price = pricePurchase({ ...pricing, amount, timers: [], bumps: [] }, new Set(), instant)
  return shownPrice(price, pricing.tax, isGrossFirst)
}

/** The form's lowest price within the 30 days before a time, including the current price. */
function lowestAmount(pricing: TimedForm, history: readonly PriceSince[], instant: number): number {
  const past = history
    .filter(({ fromAt, currency }) => fromAt <= instant && currency === pricing.currency)
    .toSorted((one, other) => one.fromAt - other.fromAt)
  const within = past.filter((_, index) => (past[index + 1]?.fromAt ?? Infinity) > instant - month)
  return Math.min(amountAt(pricing, instant), ...within.map(({ amount }) => amount))
}

import { lawOf } from '#buying/consumer-law/laws.ts'
import { consumerTexts } from '#buying/consumer-law/texts.ts'
import { formatPrice } from '#foundation/money/amount.ts'
import {
  amountAt,
  pricePurchase,
  pricingTimer,
  nextTimer,
  type TimedForm,
} from '#payments/pricing/price-purchase.ts'
import { noteText, shownPrice } from '#payments/pricing/shown-price.ts'
import { soldAt } from '#payments/pricing/sold-form.ts'
import type { PaymentPageData } from '../page/page-data.ts'

/** A past or future price of a form, from a moment in milliseconds on; in minor units of its currency. */
export type PriceSince = { readonly amount: number; readonly currency: string; readonly fromAt: number }

/**
 * The facts behind an announced lower price: past prices of the form and of its further prices, and the country whose
 * law applies.
 */
export type PriceNews = {
  readonly history: readonly PriceSince[]
  readonly furtherHistory: readonly (PriceSince & { readonly priceId: string })[]
  readonly country: string | null
}

const month = 30 * 24 * 60 * 60 * 1000

type Priced = Pick<PaymentPageData, 'pricing' | 'isGrossFirst' | 'formats'>

/** The texts for a page's first price and for its further ones, if any. */
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
 * The lowest price of the last 30 days, written like the page's other prices, for a page that announces a lower one;
 * undefined if it announces none, or if the law of the seller's country does not require it. Directive 98/6/EC,
 * Article 6a.
 */
function lowestPriceText(
  { pricing, isGrossFirst, formats }: Priced,
  history: readonly PriceSince[],
  sellerCountry: string | null,
  instant: number,
): string | undefined {
  const next = nextTimer(pricing, instant)
  // A lower minimum of a "pay what you want" price is not a lower price.
  if (pricing.open !== undefined) return undefined
  const isLowered = next !== undefined && amountAt(pricing, next.expiresAt) < amountAt(pricing, instant)
  if (!isLowered || lawOf(sellerCountry)?.showsLowestPrice !== true) return undefined
  const shown = shownAt({ pricing, isGrossFirst }, lowestAmount(pricing, history, instant), instant)
  const text = `${formatPrice(shown.amount, pricing.currency, formats)} ${noteText(shown.note)}`
  return consumerTexts.lowestPrice(text.trim())
}

/**
 * The price to strike out for 30 days after a timer lowered it: the lowest of the 30 days before, as the same directive
 * requires; undefined if that was no higher.
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

/** An amount of the form as its page shows prices, and its note about tax. */
function shownAt(
  { pricing, isGrossFirst }: Pick<Priced, 'pricing' | 'isGrossFirst'>,
  amount: number,
  instant: number,
) {
  const price = pricePurchase({ ...pricing, amount, timers: [], bumps: [] }, new Set(), instant)
  return shownPrice(price, pricing.tax, isGrossFirst)
}

/** The form's lowest price within 30 days before an instant, the present price included. */
function lowestAmount(pricing: TimedForm, history: readonly PriceSince[], instant: number): number {
  const past = history
    .filter(({ fromAt, currency }) => fromAt <= instant && currency === pricing.currency)
    .toSorted((one, other) => one.fromAt - other.fromAt)
  const within = past.filter((_, index) => (past[index + 1]?.fromAt ?? Infinity) > instant - month)
  return Math.min(amountAt(pricing, instant), ...within.map(({ amount }) => amount))
}

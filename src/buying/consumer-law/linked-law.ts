import { lawOf } from './laws.ts'

/** What is known about a sale before there is a buyer. */
export type SaleOnPage = {
  /** Null where unknown. */
  readonly sellerCountry: string | null
  /** The withdrawal days that the seller's policy promises to every buyer, or null without a policy. */
  readonly withdrawalDays: number | null
  readonly currency: string
  readonly isFree: boolean
}

/** The currencies of the countries whose law grants a right of withdrawal. */
const currencies = new Set('eur gbp brl bgn czk dkk huf isk nok pln ron sek'.split(' '))

/**
 * Whether a page links to withdrawal and cancellation: if the seller's country or policy grants the right
 * and, for products that cost money, if the buyer's country may. That country is unknown before the purchase,
 * so the region of the reader's language and the shop's currency suggest it. The linked pages work in any
 * case.
 */
export function hasLinkedLaw(sale: SaleOnPage, locale: string | null): boolean {
  const { sellerCountry, withdrawalDays, currency, isFree } = sale
  if (lawOf(sellerCountry) !== null || withdrawalDays !== null) return true
  return !isFree && (currencies.has(currency) || (locale !== null && lawOf(regionOf(locale)) !== null))
}

/**
 * The region of a language, such as "AT" in "de-AT". A language without one gets the region where most of its
 * readers live.
 */
function regionOf(locale: string): string {
  return new Intl.Locale(locale).maximize().region ?? ''
}

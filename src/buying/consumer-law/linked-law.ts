import { lawOf } from './laws.ts'

/** What a payment page knows of a sale before there is a buyer. */
export type SaleOnPage = {
  /** Null where unknown. */
  readonly sellerCountry: string | null
  /** The days that the seller's policy promises to every buyer; null: no policy. */
  readonly withdrawalDays: number | null
  readonly currency: string
  readonly isFree: boolean
}

/** The currencies of the countries whose law grants a right. */
const currencies = new Set('eur gbp brl bgn czk dkk huf isk nok pln ron sek'.split(' '))

/**
 * Whether a page links to withdrawal and cancellation: where the seller's country or policy grants the right and, for
 * products that cost money, where the buyer's country may. The buyer's country is unknown before the purchase, so the
 * region of the reader's language and the shop's currency suggest it. The links work without them as well.
 */
export function hasLinkedLaw(sale: SaleOnPage, locale: string | null): boolean {
  const { sellerCountry, withdrawalDays, currency, isFree } = sale
  if (lawOf(sellerCountry) !== null || withdrawalDays !== null) return true
  return !isFree && (currencies.has(currency) || (locale !== null && lawOf(regionOf(locale)) !== null))
}

/** "AT" of "de-AT"; a language without a region gets the one where most of its readers are. */
function regionOf(locale: string): string {
  return new Intl.Locale(locale).maximize().region ?? ''
}

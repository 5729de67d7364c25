import type { Quote } from '../contract.ts'
import type { PaymentPageData } from '../page-data.ts'
import { pricePurchase } from '../price-purchase.ts'

/**
 * The page's data with a new quote, or null when the page can't show what the quote says. Where only a timer has
 * passed, the page's own prices explain the quote; where the seller has changed the form, its data are read anew.
 */
export async function takeQuote(data: PaymentPageData, quote: Quote): Promise<PaymentPageData | null> {
  if (isExplained(data, quote)) return { ...data, quote }
  const renewed = await readPageAgain().catch(() => null)
  return renewed !== null && isExplained(renewed, renewed.quote) ? renewed : null
}

/** Whether the page, by its own data, shows the very price that was quoted. */
export function isExplained(data: PaymentPageData, quote: Quote): boolean {
  const shown = pricePurchase(data.pricing, new Set(), quote.issuedAt)
  return shown.total === quote.price.total && shown.currency === quote.price.currency
}

async function readPageAgain(): Promise<PaymentPageData | null> {
  const response = await fetch(window.location.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
  if (!response.ok) return null
  return parsePageData(/ id="page-data">([^<]*)</.exec(await response.text())?.[1])
}

/** Reads what the server has put into its own document for the page to start from. */
export function parsePageData(text: string | null | undefined): PaymentPageData | null {
  return text === null || text === undefined ? null : JSON.parse(text)
}

import type { PaymentPageData } from '../../page/page-data.ts'

/** The page's data with the list price of a single unit, for the product's details. */
export function asListed(data: PaymentPageData): PaymentPageData {
  return { ...data, pricing: data.pricing.listed ?? data.pricing }
}

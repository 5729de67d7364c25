import type { PaymentPageData } from '../../page/page-data.ts'

/** The page as what it is of is listed: beside what the buyer gets stands the price of one. */
export function asListed(data: PaymentPageData): PaymentPageData {
  return { ...data, pricing: data.pricing.listed ?? data.pricing }
}

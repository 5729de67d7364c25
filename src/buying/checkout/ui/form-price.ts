import { formatAmount } from '#foundation/money/amount.ts'
import { pricePurchase, type PricedForm } from '#payments/pricing/price-purchase.ts'

/** The form's own price at an instant (milliseconds), without extras: with the tax that it includes, before the tax that comes on top. */
export function formPrice(pricing: PricedForm, instant: number): string {
  const [line] = pricePurchase(pricing, new Set(), instant).lines
  const amount = pricing.tax?.inclusive === true ? line?.total : line?.subtotal
  return amount === 0 ? 'Free' : formatAmount(amount ?? 0, pricing.currency)
}

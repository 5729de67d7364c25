import { formatPrice } from '#foundation/money/amount.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import type { Start } from '#payments/pricing/recurrence.ts'
import { noteText, shownPrice } from '#payments/pricing/shown-price.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

type Priced = Pick<PaymentPageData, 'pricing' | 'isGrossFirst' | 'formats'>

/** The form's own price at an instant (milliseconds), without extras, and its note about tax. */
export function formPrice({ pricing, isGrossFirst, formats }: Priced, instant: number) {
  const { lines } = pricePurchase({ ...pricing, bumps: [] }, new Set(), instant)
  const [line = { subtotal: 0, taxAmount: 0, total: 0 }] = lines
  const { amount, note } = shownPrice(line, pricing.tax, isGrossFirst)
  return { minor: amount, amount: formatPrice(amount, pricing.currency, formats), note }
}

/** The amount due today where the price is paid later, a trial's cost plus the set-up fee, or null if there is nothing. */
export function startText(
  { pricing: { tax, currency }, isGrossFirst, formats }: Priced,
  { trialAmount, setupAmount }: Start,
): string | null {
  const shown = (minor: number) => shownPrice(taxAmount(minor, tax, currency), tax, isGrossFirst).amount
  const today = shown(trialAmount) + shown(setupAmount)
  return today === 0 ? null : formatPrice(today, currency, formats)
}

/** The form's own price in one line: "$149.00 + tax". */
export function formPriceText(data: Priced, instant: number): string {
  const { amount, note } = formPrice(data, instant)
  return `${amount} ${noteText(note)}`.trim()
}

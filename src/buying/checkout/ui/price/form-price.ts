import { formatPrice } from '#foundation/money/amount.ts'
import { pricePurchase, taxedAmount } from '#payments/pricing/price-purchase.ts'
import type { Start } from '#payments/pricing/recurrence.ts'
import { noteText, shownPrice } from '#payments/pricing/shown-price.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

type Priced = Pick<PaymentPageData, 'pricing' | 'isGrossFirst' | 'formats'>

/** The form's own price at a given time (milliseconds), without extras, and its note about tax. */
export function formPrice({ pricing, isGrossFirst, formats }: Priced, instant: number) {
  const { lines } = pricePurchase({ ...pricing, bumps: [] }, new Set(), instant)
  const [line = { subtotal: 0, taxAmount: 0, total: 0 }] = lines
  const { amount, note } = shownPrice(line, pricing.tax, isGrossFirst)
  return { minor: amount, amount: formatPrice(amount, pricing.currency, formats), note }
}

/**
 * The amount due today when the price itself is paid later: the trial's cost plus the set-up fee, or null if
 * there is none.
 */
export function startText(
  { pricing, isGrossFirst, formats }: Priced,
  { trialAmount, setupAmount }: Start,
): string | null {
  const { tax, currency } = pricing
  const shown = (minor: number) => shownPrice(taxedAmount(minor, pricing), tax, isGrossFirst).amount
  const today = shown(trialAmount) + shown(setupAmount)
  return today === 0 ? null : formatPrice(today, currency, formats)
}

/** The form's own price on one line, such as "$149.00 + tax". */
export function formPriceText(data: Priced, instant: number): string {
  const { amount, note } = formPrice(data, instant)
  return `${amount} ${noteText(note)}`.trim()
}

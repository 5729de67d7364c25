import { shownAmount } from '#foundation/money/shown-amount.ts'
import type { FormCard } from '../contract.ts'
import { isNamed } from '../open-problems.ts'

const units = { Daily: 'day', Weekly: 'week', Monthly: 'month', Yearly: 'year' } as const

export type Priced = Pick<FormCard, 'amount' | 'currency' | 'priceType' | 'billingInterval' | 'billingPeriod'>

/** A form's price in words: "$49.00", "$49.00 / month", "$49.00 every 3 months", "Free". */
export function priceText(form: Priced): string {
  const amount = shownAmount(form.amount, form.currency)
  if (form.priceType === 'OneTimePrice') return amount
  const unit = units[form.billingPeriod]
  return form.billingInterval === 1
    ? `${amount} / ${unit}`
    : `${amount} every ${form.billingInterval} ${unit}s`
}

type Named = Pick<Priced, 'priceType' | 'amount'> & { readonly label: string; readonly isOpen: boolean }

/** What a price is called: its label, or else what it costs; the amount is in major units. */
export function priceName(price: Named, currency: string): string {
  return price.label.trim() || (isNamed(price) ? 'Named by the buyer' : shownAmount(price.amount, currency))
}

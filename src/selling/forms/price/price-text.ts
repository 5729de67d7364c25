import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import type { FormCard } from '../contract.ts'
import { isNamed } from '../open-problems.ts'

const units = { Daily: 'day', Weekly: 'week', Monthly: 'month', Yearly: 'year' } as const

export type Priced = Pick<FormCard, 'amount' | 'currency' | 'priceType' | 'billingInterval' | 'billingPeriod'>

/** A form's price in words: "$49.00", "$49.00 / month", "$49.00 every 3 months", "Free". */
export function priceText(form: Priced): string {
  const amount = amountText(form.amount, form.currency)
  if (form.priceType === 'OneTimePrice') return amount
  const unit = units[form.billingPeriod]
  return form.billingInterval === 1
    ? `${amount} / ${unit}`
    : `${amount} every ${form.billingInterval} ${unit}s`
}

type Named = Pick<Priced, 'priceType' | 'amount'> & { readonly label: string; readonly isOpen: boolean }

/** What a price is called: its label, or else what it costs; the amount is in major units. */
export function priceName(price: Named, currency: string): string {
  return price.label.trim() || (isNamed(price) ? 'Named by the buyer' : amountText(price.amount, currency))
}

/** An amount in major units as people read it; what is being typed and is no amount yet is a dash. */
export function amountText(amount: number, currency: string): string {
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) return '–'
  return parsed.minor === 0 ? 'Free' : formatAmount(parsed.minor, currency)
}

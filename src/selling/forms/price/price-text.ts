import { t } from '#foundation/language/t.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import type { StoredOpen } from '#payments/pricing/sold-form.ts'
import type { Recurring, Terms } from '#payments/pricing/recurrence.ts'
import type { FormCard } from '../contract.ts'
import { isNamed } from '../open-problems.ts'

export type Priced = Pick<FormCard, 'amount' | 'currency' | 'priceType' | 'billingInterval' | 'billingPeriod'>

/** A form's price in words: "$49.00", "$49.00 / month", "$49.00 every 3 months", "Free". */
export function priceText(form: Priced): string {
  const amount = shownAmount(form.amount, form.currency)
  if (form.priceType === 'OneTimePrice') return amount
  const count = form.billingInterval
  switch (form.billingPeriod) {
    case 'Daily':
      return t('{count, plural, =1 {{amount} / day} other {{amount} every # days}}', { count, amount })
    case 'Weekly':
      return t('{count, plural, =1 {{amount} / week} other {{amount} every # weeks}}', { count, amount })
    case 'Monthly':
      return t('{count, plural, =1 {{amount} / month} other {{amount} every # months}}', { count, amount })
    case 'Yearly':
      return t('{count, plural, =1 {{amount} / year} other {{amount} every # years}}', { count, amount })
  }
}

type Named = Pick<Priced, 'priceType' | 'amount'> & { readonly label: string; readonly isOpen: boolean }

/** The name of a price: its label, or otherwise its amount, in major units. */
export function priceName(price: Named, currency: string): string {
  return price.label.trim() || (isNamed(price) ? t('Pay what you want') : shownAmount(price.amount, currency))
}

type NamedTerms = Omit<Recurring, keyof Terms> & Partial<Terms> & StoredOpen & { readonly amount: number }
type PriceState = 'listed' | 'hidden' | 'retired'

type SeveralPrices = NamedTerms & {
  readonly currency: string
  readonly priceId: string
  readonly priceLabel: string
  readonly prices: readonly (NamedTerms & {
    readonly id: string
    readonly label: string
    readonly state: PriceState
  })[]
}

type NamedPrice = {
  readonly id: string
  /** The price's label, or otherwise its amount. */
  readonly name: string
  readonly state: PriceState
  /** In major units. */
  readonly price: NamedTerms
}

/** All prices of a form, its first one first. */
export function everyPrice(form: SeveralPrices): NamedPrice[] {
  const { priceId, priceLabel, prices, currency } = form
  const first = { ...form, id: priceId, label: priceLabel, state: 'listed' as const }
  return [first, ...prices].map((price) => ({
    id: price.id,
    name: priceName(price, currency),
    state: price.state,
    price,
  }))
}

/** The prices for sale, including hidden ones. */
export function soldPrices(form: SeveralPrices): NamedPrice[] {
  return everyPrice(form).filter(({ state }) => state !== 'retired')
}

import type { Recurring, Terms } from '#payments/pricing/recurrence.ts'
import type { StoredOpen } from '#payments/pricing/sold-form.ts'
import { priceName } from './price-text.ts'

type Priced = Omit<Recurring, keyof Terms> & Partial<Terms> & StoredOpen & { readonly amount: number }
type PriceState = 'listed' | 'hidden' | 'retired'

type SeveralPrices = Priced & {
  readonly currency: string
  readonly priceId: string
  readonly priceLabel: string
  readonly prices: readonly (Priced & {
    readonly id: string
    readonly label: string
    readonly state: PriceState
  })[]
}

type NamedPrice = {
  readonly id: string
  /** Its label, or else what it costs. */
  readonly name: string
  readonly state: PriceState
  /** In major units. */
  readonly price: Priced
}

/** All prices of a form, its own first. */
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

/** Those that it is sold at, hidden ones among them. */
export function soldPrices(form: SeveralPrices): NamedPrice[] {
  return everyPrice(form).filter(({ state }) => state !== 'retired')
}

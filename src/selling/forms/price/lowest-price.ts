import { toMajor } from '#foundation/money/amount.ts'
import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import { amountAt } from '#payments/pricing/price-purchase.ts'
import { shownPrice, type ShownPrice } from '#payments/pricing/shown-price.ts'
import { timersOfPrice } from '#payments/pricing/sold-form.ts'
import type { Recurring } from '#payments/pricing/recurrence.ts'
import { isNamed } from '../open-problems.ts'

type Priced = Pick<Recurring, 'priceType' | 'billingInterval' | 'billingPeriod'> & {
  readonly isOpen: boolean
  /** Before tax, in minor units. */
  readonly amount: number
}

/** The lowest visible price as buyers read it, in major units; `count` is the number of visible prices. */
export type LowestPrice = ShownPrice & Omit<Priced, 'amount'> & { readonly count: number }

type Dated = { readonly priceId: string | null; readonly expiresAt: number; readonly amount: number | null }

/** All prices of a form at an instant (milliseconds), the first one first. */
export function pricesAt<
  First extends Priced & { readonly priceId: string },
  Other extends Priced & { readonly id: string },
>(
  form: First & { readonly prices: readonly Other[]; readonly timers: readonly Dated[] },
  instant: number,
): readonly [First, ...Other[]] {
  const at = (amount: number, id: string) =>
    amountAt({ amount, timers: timersOfPrice(form.timers, id, form.priceId) }, instant)
  const others = form.prices.map((price) => ({ ...price, amount: at(price.amount, price.id) }))
  return [{ ...form, amount: at(form.amount, form.priceId) }, ...others]
}

/** The lowest price; the first of equals. */
export function lowestPrice(
  first: Priced,
  others: readonly (Priced & { readonly state: 'listed' | 'hidden' | 'retired' })[],
  { tax, isGrossFirst, currency }: { tax: TaxRate | null; isGrossFirst: boolean; currency: string },
): LowestPrice {
  const listed = [first, ...others.filter(({ state }) => state === 'listed')]
  const lowest = listed.reduce((one, other) => (other.amount < one.amount ? other : one))
  const { priceType, billingInterval, billingPeriod } = lowest
  const isOpen = isNamed(lowest)
  const { amount, note } = shownPrice(taxAmount(lowest.amount, tax, currency), tax, isGrossFirst)
  return {
    amount: toMajor(amount, currency),
    note,
    isOpen,
    priceType,
    billingInterval,
    billingPeriod,
    count: listed.length,
  }
}

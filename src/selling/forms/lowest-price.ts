import { toMajor } from '#foundation/money/amount.ts'
import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import { shownPrice, type ShownPrice } from '#payments/pricing/shown-price.ts'
import { isNamed } from './open-problems.ts'
import type { Recurring } from '#payments/pricing/recurrence.ts'

type Priced = Pick<Recurring, 'priceType' | 'billingInterval' | 'billingPeriod'> & {
  readonly isOpen: boolean
  /** Before tax, in minor units. */
  readonly amount: number
}

/** The lowest price that buyers see, as they read it and in major units; `count` says of how many. */
export type LowestPrice = ShownPrice & Omit<Priced, 'amount'> & { readonly count: number }

/** Of two that cost the same, the first one. */
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

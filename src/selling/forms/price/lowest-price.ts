import { toMajor } from '#foundation/money/amount.ts'
import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import { amountAt } from '#payments/pricing/price-purchase.ts'
import { shownPrice, type ShownPrice } from '#payments/pricing/shown-price.ts'
import { timersOfPrice } from '#payments/pricing/sold-form.ts'
import type { Recurring } from '#payments/pricing/recurrence.ts'
import { isNamed } from '../open-problems.ts'

/** Amounts are in minor units, before tax. */
type Priced = Pick<
  Recurring,
  'priceType' | 'billingInterval' | 'billingPeriod' | 'trialDays' | 'trialAmount' | 'setupAmount'
> & {
  readonly isOpen: boolean
  readonly amount: number
}

/** The lowest visible price as buyers read it, in major units. `count` is the number of visible prices. */
export type LowestPrice = ShownPrice & Omit<Priced, 'amount'> & { readonly count: number }

type Dated = { readonly priceId: string | null; readonly expiresAt: number; readonly amount: number | null }

/** All prices of a form at a given time (in milliseconds), the first one first. */
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

/** The lowest price, or the first one of several equal ones. */
export function lowestPrice(
  first: Priced,
  others: readonly (Priced & { readonly state: 'listed' | 'hidden' | 'retired' })[],
  { tax, isGrossFirst, currency }: { tax: TaxRate | null; isGrossFirst: boolean; currency: string },
): LowestPrice {
  const listed = [first, ...others.filter(({ state }) => state === 'listed')]
  const lowest = listed.reduce((one, other) => (other.amount < one.amount ? other : one))
  const { priceType, billingInterval, billingPeriod } = lowest
  const read = (minor: number) => shownPrice(taxAmount(minor, tax, currency), tax, isGrossFirst)
  const major = (minor: number) => toMajor(read(minor).amount, currency)
  const hasTerms = priceType === 'RecurringPrice'
  return {
    amount: major(lowest.amount),
    note: read(lowest.amount).note,
    isOpen: isNamed(lowest),
    priceType,
    billingInterval,
    billingPeriod,
    trialDays: hasTerms ? lowest.trialDays : 0,
    trialAmount: hasTerms ? major(lowest.trialAmount) : 0,
    setupAmount: hasTerms ? major(lowest.setupAmount) : 0,
    count: listed.length,
  }
}

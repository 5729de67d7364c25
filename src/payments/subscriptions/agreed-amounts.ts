import type { TaxRate } from '#foundation/money/tax.ts'
import { reducedPrice, type RecurringAmounts } from '#payments/pricing/later-payments.ts'
import { cycleStart } from './payment-calendar.ts'
import type { Subscription } from './store.ts'

/** What each payment of a subscription was agreed to be. */
export function agreedAmounts(row: Subscription): RecurringAmounts {
  const { subtotal, taxAmount, total, discountAmount, discountCycles, currency } = row
  const regular = { subtotal, taxAmount, total }
  const reduced = reducedPrice(regular, discountAmount, rateOf(row), currency)
  return { regular, reduced, cycles: discountCycles }
}

/** Which cycle begins at a time, counted from 0; both in milliseconds, and as the provider counts them. */
export function cycleAt(row: Subscription, anchor: number, time: number): number {
  let cycle = 0
  while (cycleStart(row, anchor, cycle + 1) <= time) cycle += 1
  return cycle
}

/** The rate that a line is taxed with. */
export function rateOf({
  taxPercentage: percentage,
  taxInclusive: inclusive,
}: {
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
}): TaxRate | null {
  return percentage === null || inclusive === null ? null : { percentage, inclusive }
}

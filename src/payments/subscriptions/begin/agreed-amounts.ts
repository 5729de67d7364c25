import type { TaxRate } from '#foundation/money/tax.ts'
import { reducedPrice, type RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { cycleStart } from '../payment-calendar.ts'
import type { Subscription } from '../store.ts'

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

/**
 * How many whole cycles have begun by the end of the present period; 0 in a trial. Null while the provider's dates are not
 * known.
 */
export function cyclesBegun(row: Subscription): number | null {
  const { billingCycleAnchor: anchor, currentPeriodEnd: end } = row
  return anchor === null || end === null ? null : cycleAt(row, anchor.getTime(), end.getTime())
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

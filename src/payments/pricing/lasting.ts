import type { Recurrence } from './recurrence.ts'

/** Of how many payments of a recurring price a coupon is taken off: `cycles` of them where it lasts for `cycles`. */
export type Lasting = { readonly lasts: 'once' | 'cycles' | 'forever'; readonly cycles: number | null }

/**
 * How many payments a coupon makes cheaper, the first one among them; null: all. Undefined where it cannot: the provider
 * counts a discount in months, so that only cycles of whole months can be counted, and with a trial one for once as well.
 */
export function cyclesOn(
  recurrence: Recurrence | null,
  { lasts, cycles }: Lasting,
): number | null | undefined {
  if (recurrence === null) return 1
  if (lasts === 'once' && !hasTrial(recurrence)) return 1
  if (lasts === 'forever') return null
  if (monthsOf(recurrence) === null) return undefined
  const count = cycles ?? 1
  return recurrence.cancelAfter > 0 && count >= recurrence.cancelAfter ? null : count
}

/** Its first invoice is that of the trial, so that a discount for once is over with it. */
function hasTrial({ start }: Recurrence): boolean {
  return (start?.trialDays ?? 0) > 0
}

/** How many months a cycle takes; null for one of days or weeks. */
export function monthsOf({ billingInterval, billingPeriod }: Recurrence): number | null {
  if (billingPeriod === 'Monthly') return billingInterval
  return billingPeriod === 'Yearly' ? billingInterval * 12 : null
}

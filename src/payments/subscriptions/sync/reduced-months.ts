import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleStart } from '../payment-calendar.ts'
import { trialEndAt } from '../trial/trial-days.ts'

type Cycle = Pick<Recurrence, 'billingInterval' | 'billingPeriod'>

/** How late Stripe can begin a subscription, in milliseconds. */
const skew = 90_000

/**
 * How many months Stripe must apply a coupon so that it reduces the first `cycles` full payments after a trial that
 * begins at `start` (milliseconds), because Stripe counts from there and not from the first full payment. Undefined if
 * no number of months ends between the last reduced payment and the next one, as around the end of a month, or if a
 * minute decides.
 */
export function reducedMonths(
  cycle: Cycle,
  {
    start,
    trialDays,
    cycles,
  }: { readonly start: number; readonly trialDays: number; readonly cycles: number },
): number | undefined {
  const monthsFrom = (begun: number) => {
    const full = { ...cycle, cancelAfter: 0 }
    const anchor = trialEndAt(begun, trialDays)
    const last = cycleStart(full, anchor, cycles - 1)
    const month: Recurrence = { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: 0 }
    let months = 1
    while (cycleStart(month, begun, months) <= last) months += 1
    return cycleStart(month, begun, months) <= cycleStart(full, anchor, cycles) ? months : undefined
  }
  const months = monthsFrom(start)
  return months === monthsFrom(start + skew) ? months : undefined
}

/** Whether Stripe can count the discounted payments of a subscription that begins at `start` (milliseconds). */
export function canCount(recurrence: Recurrence | null, cycles: number | null, start: number): boolean {
  const trialDays = recurrence?.start?.trialDays ?? 0
  if (recurrence === null || trialDays === 0 || cycles === null) return true
  return reducedMonths(recurrence, { start, trialDays, cycles }) !== undefined
}

import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleStart } from '../payment-calendar.ts'
import { trialEndAt } from '../trial/trial-days.ts'

type Cycle = Pick<Recurrence, 'billingInterval' | 'billingPeriod'>

/** How late the provider may begin what we ask it for, in milliseconds. */
const skew = 90_000

/**
 * For how many months the provider has to take a coupon off that is for the first `cycles` full payments after a trial which
 * begins at `start` (milliseconds): it counts them from there, not from the first of these. Undefined where no number of
 * them ends between the last of these payments and the next, as around the end of a month, or where a minute decides.
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

/** Whether the provider can count what a coupon is taken off, where the subscription begins at `start` (milliseconds). */
export function canCount(recurrence: Recurrence | null, cycles: number | null, start: number): boolean {
  const trialDays = recurrence?.start?.trialDays ?? 0
  if (recurrence === null || trialDays === 0 || cycles === null) return true
  return reducedMonths(recurrence, { start, trialDays, cycles }) !== undefined
}

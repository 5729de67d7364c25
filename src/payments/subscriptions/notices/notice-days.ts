import { lookUp } from '#foundation/values/look-up.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'

/** A number of days before the payment. */
export const usualNotice = 14
export const longestNotice = 45
const shortNotice = 3

/**
 * The minimum notice of a yearly renewal, in days, by country. US: 815 ILCS 601/10 requires 30 to 60,
 * California (Bus. & Prof. Code § 17602) and New York (GBL § 527-a) 15 to 45. FR: Code de la consommation
 * L215-1, a month.
 */
const leastByLaw: Readonly<Record<string, number>> = { US: 30, FR: 31 }

const day = 86_400_000

type Cycle = Pick<Recurrence, 'billingInterval' | 'billingPeriod' | 'cancelAfter'>

/** The shortest length of each period, in days. */
const daysOf = { Daily: 1, Weekly: 7, Monthly: 28, Yearly: 365 } as const

/** Whether a cycle is so long that buyers may have forgotten the next payment: half a year or more. */
export function isLong({ billingInterval, billingPeriod }: Omit<Cycle, 'cancelAfter'>): boolean {
  return billingInterval * daysOf[billingPeriod] >= 6 * daysOf.Monthly
}

/** Whether payments come so often, every few days, that a notice would be useless. */
function isNoticeable(cycle: Cycle): boolean {
  return cycle.cancelAfter === 0 && cycle.billingInterval * daysOf[cycle.billingPeriod] >= daysOf.Weekly
}

/**
 * When to read the seller's choice about a notice of the payment at `end`, or null if that payment never has a notice.
 */
export function noticeCheckAt(cycle: Cycle, end: Date): Date | null {
  return isNoticeable(cycle) ? daysBefore(end, isLong(cycle) ? longestNotice : shortNotice) : null
}

type Chosen = { readonly renewalNoticeDays: number; readonly noticesShortRenewals: boolean }

/**
 * When the buyer is reminded of the payment at `end`, or null if the seller wants no notice of it.
 * `countries` are those of the seller and the buyer, as far as we know them.
 */
export function noticeAt(
  cycle: Cycle,
  end: Date,
  { renewalNoticeDays, noticesShortRenewals }: Chosen,
  countries: readonly (string | null | undefined)[],
): Date | null {
  if (!isNoticeable(cycle)) return null
  if (!isLong(cycle)) return noticesShortRenewals ? daysBefore(end, shortNotice) : null
  const least = countries.map((country) => lookUp(leastByLaw, country ?? '') ?? 0)
  return daysBefore(end, Math.max(renewalNoticeDays, ...least))
}

function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * day)
}

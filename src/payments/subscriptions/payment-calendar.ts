import type { Recurrence } from '#payments/pricing/recurrence.ts'

/** A payment. `at` is in milliseconds, `amount` in minor units with tax. */
export type PlannedPayment = { readonly at: number; readonly amount: number }

/** A payment schedule. Times are in milliseconds, amounts in minor units with tax. */
export type PaymentCalendar = {
  readonly payments: readonly PlannedPayment[]
  /** How many payments follow, or null if they continue until the buyer cancels. */
  readonly more: number | null
  /** The last payment, or null if there is no end. */
  readonly lastAt: number | null
  /** The end of the last paid cycle, or null if there is no end. */
  readonly endsAt: number | null
  /** The sum of all payments, or null if there is no end. */
  readonly total: number | null
}

const day = 86_400_000
/** A pause lasts no more than a year, in milliseconds. */
export const longestPause = 366 * day

/**
 * When cycle `count` begins (0 is the anchor), in milliseconds, as Stripe counts: in UTC and always from the
 * anchor. If a month is too short for the day, its last day is used (31 January, 28 or 29 February, 31
 * March).
 */
export function cycleStart(
  { billingInterval, billingPeriod }: Recurrence,
  anchor: number,
  count: number,
): number {
  const units = count * billingInterval
  if (billingPeriod === 'Daily') return anchor + units * day
  if (billingPeriod === 'Weekly') return anchor + units * 7 * day
  const start = new Date(anchor)
  const year = start.getUTCFullYear()
  const month = start.getUTCMonth() + units * (billingPeriod === 'Yearly' ? 12 : 1)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + (anchor % day)
}

/** When a subscription that begins at `anchor` ends automatically, in milliseconds, or null if never. */
export function lastCycleEnd(recurrence: Recurrence, anchor: number): number | null {
  return recurrence.cancelAfter === 0 ? null : cycleStart(recurrence, anchor, recurrence.cancelAfter)
}

/**
 * The schedule of a subscription that begins at `anchor`, pays `first` then and `renewal` later. Lists `shown`
 * payments, or one more, because “1 more” would take as much room as the payment itself.
 */
export function paymentCalendar(
  recurrence: Recurrence,
  { anchor, first, renewal }: { readonly anchor: number; readonly first: number; readonly renewal: number },
  shown: number,
): PaymentCalendar {
  const count = recurrence.cancelAfter
  const isEndless = count === 0
  const length = isEndless ? shown : Math.min(count === shown + 1 ? count : shown, count)
  return {
    payments: Array.from({ length }, (_, index) => ({
      at: cycleStart(recurrence, anchor, index),
      amount: index === 0 ? first : renewal,
    })),
    more: isEndless ? null : count - length,
    lastAt: isEndless ? null : cycleStart(recurrence, anchor, count - 1),
    endsAt: lastCycleEnd(recurrence, anchor),
    total: isEndless ? null : first + (count - 1) * renewal,
  }
}

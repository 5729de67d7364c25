import type { Recurring } from './records.ts'

const secondsOf = { day: 86_400, week: 7 * 86_400 }

/**
 * The time `count` cycles after the anchor, in Unix seconds. Months and years are counted in UTC from the
 * anchor. If a month is too short, its last day is used: 31 January, 28 or 29 February, 31 March.
 */
function cyclesAfter(anchor: number, count: number, { interval, interval_count }: Recurring): number {
  const units = count * interval_count
  if (interval === 'day' || interval === 'week') return anchor + units * secondsOf[interval]
  const start = new Date(anchor * 1000)
  const months = start.getUTCMonth() + units * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), lastDay)
  const midnight = Date.UTC(start.getUTCFullYear(), months, day)
  return Math.floor(midnight / 1000) + (anchor % 86_400)
}

/** The time a number of months later, counted like cycles. */
export function monthsAfter(time: number, months: number): number {
  return cyclesAfter(time, months, { interval: 'month', interval_count: 1 })
}

/** The end of the cycle that contains `time`. */
export function nextBoundary(anchor: number, time: number, recurring: Recurring): number {
  let count = 1
  while (cyclesAfter(anchor, count, recurring) <= time) count += 1
  return cyclesAfter(anchor, count, recurring)
}

import { Temporal } from 'temporal-polyfill'
import type { Range } from './dashboard-wire.ts'

/**
 * A period of whole hours, days or months in a time zone, which ends with the current hour, day or month, and the
 * previous period of the same length up to the same time of day. Times are in milliseconds.
 */
export type Period = {
  readonly unit: 'hour' | 'day' | 'month'
  /** The start of each hour, day or month of the previous period, and its end. */
  readonly previousSteps: readonly number[]
  readonly previousTo: number
  /** The start of each hour, day or month. The first one is the start of the period. */
  readonly steps: readonly number[]
  /** The end of the period's last hour, day or month. */
  readonly to: number
}

const days: Readonly<Record<Exclude<Range, '12m'>, number>> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

/** Days with a clock change have 23 or 25 hours. A day without midnight starts at its first moment. */
export function periodOf(range: Range, zone: string, now: Date): Period {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  if (range === '12m') {
    const month = here.with({ day: 1 }).startOfDay()
    const begins = (ago: number) => month.subtract({ months: ago }).startOfDay()
    return {
      unit: 'month',
      previousSteps: Array.from({ length: 12 }, (_, index) => begins(23 - index).epochMilliseconds),
      previousTo: here.subtract({ months: 12 }).epochMilliseconds,
      steps: Array.from({ length: 12 }, (_, index) => begins(11 - index).epochMilliseconds),
      to: begins(-1).epochMilliseconds,
    }
  }
  const length = days[range]
  const begins = (ago: number) => here.subtract({ days: ago }).startOfDay()
  const stepsFrom = (ago: number) =>
    range === 'today'
      ? hoursBetween(begins(ago).epochMilliseconds, begins(ago - 1).epochMilliseconds)
      : Array.from({ length }, (_, index) => begins(ago - index).epochMilliseconds)
  return {
    unit: range === 'today' ? 'hour' : 'day',
    previousSteps: stepsFrom(2 * length - 1),
    previousTo: here.subtract({ days: length }).epochMilliseconds,
    steps: stepsFrom(length - 1),
    to: begins(-1).epochMilliseconds,
  }
}

const hour = 3_600_000

function hoursBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / hour) }, (_, index) => from + index * hour)
}

/** The start of the day `from` and the end of the day `to` in a time zone. */
export function daysAsInstants(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  zone: string,
): { from: number | null; to: number | null } {
  const begin = (date: string, later: number) =>
    Temporal.PlainDate.from(date).add({ days: later }).toZonedDateTime(zone).epochMilliseconds
  return {
    from: from === undefined ? null : begin(from, 0),
    to: to === undefined ? null : begin(to, 1),
  }
}

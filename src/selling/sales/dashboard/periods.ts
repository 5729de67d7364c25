import { Temporal } from 'temporal-polyfill'
import type { Range } from './dashboard-wire.ts'

/**
 * A period of whole hours, days or months in a time zone, ending with the current one, and the previous period of the
 * same length up to the same time of day. Instants are milliseconds.
 */
export type Period = {
  readonly unit: 'hour' | 'day' | 'month'
  readonly previousFrom: number
  readonly previousTo: number
  /** The start of each hour, day or month; the first is the start of the period. */
  readonly steps: readonly number[]
  /** The end of the last one. */
  readonly to: number
}

const days: Readonly<Record<Exclude<Range, '12m'>, number>> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

/** Days with a clock change have 23 or 25 hours; a day without midnight starts at its first moment. */
export function periodOf(range: Range, zone: string, now: Date): Period {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  if (range === '12m') {
    const month = here.with({ day: 1 }).startOfDay()
    const begins = (ago: number) => month.subtract({ months: ago }).startOfDay()
    return {
      unit: 'month',
      previousFrom: begins(23).epochMilliseconds,
      previousTo: here.subtract({ months: 12 }).epochMilliseconds,
      steps: Array.from({ length: 12 }, (_, index) => begins(11 - index).epochMilliseconds),
      to: begins(-1).epochMilliseconds,
    }
  }
  const length = days[range]
  const begins = (ago: number) => here.subtract({ days: ago }).startOfDay()
  const [from, to] = [begins(length - 1).epochMilliseconds, begins(-1).epochMilliseconds]
  return {
    unit: range === 'today' ? 'hour' : 'day',
    previousFrom: begins(2 * length - 1).epochMilliseconds,
    previousTo: here.subtract({ days: length }).epochMilliseconds,
    steps:
      range === 'today'
        ? hoursBetween(from, to)
        : Array.from({ length }, (_, index) => begins(length - 1 - index).epochMilliseconds),
    to,
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

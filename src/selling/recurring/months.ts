import { Temporal } from 'temporal-polyfill'

/** How many months are shown, including the current one. */
export const shownMonths = 24

/** A month in a time zone, such as "2026-11". Its end is exclusive. The current month ends now. */
export type Month = { readonly month: string; readonly begins: Date; readonly ends: Date }

/** The last months in a time zone, oldest first. The current one ends now. */
export function monthsUntil(now: Date, zone: string): Month[] {
  const present = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const last = present.toPlainDate().toPlainYearMonth()
  return Array.from({ length: shownMonths }, (_, index) =>
    monthIn(last.subtract({ months: shownMonths - 1 - index }).toString(), zone, now),
  )
}

export function monthIn(month: string, zone: string, now: Date): Month {
  const first = Temporal.PlainYearMonth.from(month)
  const begin = (of: Temporal.PlainYearMonth) =>
    new Date(of.toPlainDate({ day: 1 }).toZonedDateTime(zone).epochMilliseconds)
  const [begins, ends] = [begin(first), begin(first.add({ months: 1 }))]
  return { month, begins, ends: ends > now ? now : ends }
}

/** The boundaries of months, from the start of the first to the end of the last. */
export function bordersOf(months: readonly Month[]): Date[] {
  return months.flatMap(({ begins, ends }, index) =>
    index === months.length - 1 ? [begins, ends] : [begins],
  )
}

import { Temporal } from 'temporal-polyfill'

const hour = 8

/** When it is next eight in the morning by the clock of a zone; where the clocks skip that, the moment after. */
export function nextLetter(now: Date, zone: string): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const today = here.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: { hour } })
  const next =
    Temporal.ZonedDateTime.compare(today, here) > 0
      ? today
      : here.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime: { hour } })
  return new Date(next.epochMilliseconds)
}

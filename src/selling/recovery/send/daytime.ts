import { Temporal } from 'temporal-polyfill'

/** Emails to buyers are sent between these hours of the shop's clock, because the buyer's time zone is unknown. */
export const [opens, closes] = [8, 21] as const

/** The next morning in a time zone, or null during the day. */
export function endOfNight(now: Date, zone: string): Date | null {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  if (here.hour >= opens && here.hour < closes) return null
  const date = here.hour < opens ? here.toPlainDate() : here.toPlainDate().add({ days: 1 })
  return new Date(date.toZonedDateTime({ timeZone: zone, plainTime: { hour: opens } }).epochMilliseconds)
}

import { Temporal } from 'temporal-polyfill'

/** A local time in a zone, in milliseconds, and whether the clock shows it exactly once. */
export type ZonedInstant = {
  readonly timestamp: number
  /**
   * `skipped` means that the clock jumps over the local time, so the result is later by that jump. `repeated` means
   * that the time occurs twice, and the result is the first one.
   */
  readonly kind: 'exact' | 'skipped' | 'repeated'
}

/** Reads the value of a date-and-time input ("2026-03-08T02:30") in a zone, or null if it is not a time. */
export function toInstant(local: string, zone: string): ZonedInstant | null {
  const time = parseLocal(local)
  if (time === null) return null
  const earlier = time.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = time.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.equals(later)) return { timestamp: earlier.epochMilliseconds, kind: 'exact' }
  return earlier.toPlainDateTime().equals(time)
    ? { timestamp: earlier.epochMilliseconds, kind: 'repeated' }
    : { timestamp: later.epochMilliseconds, kind: 'skipped' }
}

/** A time in a zone, as the value of a date-and-time input. */
export function toLocal(timestamp: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(timestamp)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
}

function parseLocal(local: string): Temporal.PlainDateTime | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local)) return null
  try {
    return Temporal.PlainDateTime.from(local)
  } catch {
    return null
  }
}

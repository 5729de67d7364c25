import { Temporal } from 'temporal-polyfill'
import type { Quiet } from '#selling/notifications/settings-contract.ts'

const hour = 8

/** The next 8 am in a time zone, or the end of quiet hours if they include it. */
export function nextLetter(now: Date, zone: string, quiet: Quiet | null = null): Date {
  const at = nextHour(now, zone, hour)
  return quietUntil(at, zone, quiet) ?? at
}

type Planned = { readonly zone: string; readonly letterAt: Date }
type Chosen = { readonly zone: string; readonly quiet: Quiet | null }

/**
 * When the daily email is sent after a member changed the time zone or quiet hours. If 8 am has passed, it is overdue
 * and is sent now or at the end of the new quiet hours.
 */
export function moveLetter(now: Date, { zone, letterAt }: Planned, chosen: Chosen): Date {
  const isOwed = letterAt < nextHour(now, zone, hour)
  if (!isOwed) return nextLetter(now, chosen.zone, chosen.quiet)
  return quietUntil(now, chosen.zone, chosen.quiet) ?? now
}

/** The end of the quiet hours that include a moment, or null if none do. */
export function quietUntil(now: Date, zone: string, quiet: Quiet | null): Date | null {
  if (quiet === null) return null
  const { from, to } = quiet
  const { hour: present } = here(now, zone)
  const isQuiet = from < to ? present >= from && present < to : present >= from || present < to
  return isQuiet ? nextHour(now, zone, to) : null
}

/**
 * The next occurrence of a time of day in a time zone. If a clock change skips it, the first moment after the skipped
 * hour.
 */
function nextHour(now: Date, zone: string, wanted: number): Date {
  const present = here(now, zone)
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: zone, plainTime: { hour: wanted } })
  const today = at(present.toPlainDate())
  const next =
    Temporal.ZonedDateTime.compare(today, present) > 0 ? today : at(present.toPlainDate().add({ days: 1 }))
  return new Date(next.epochMilliseconds)
}

function here(now: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
}

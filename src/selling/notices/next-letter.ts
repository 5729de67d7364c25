import { Temporal } from 'temporal-polyfill'
import type { Quiet } from './quiet.ts'

const hour = 8

/** When it is next eight in the morning by the clock of a zone; where these are quiet hours, their end. */
export function nextLetter(now: Date, zone: string, quiet: Quiet | null = null): Date {
  const at = nextHour(now, zone, hour)
  return quietUntil(at, zone, quiet) ?? at
}

/** When the quiet hours end that a moment falls in; null: it falls in none. */
export function quietUntil(now: Date, zone: string, quiet: Quiet | null): Date | null {
  if (quiet === null) return null
  const { from, to } = quiet
  const { hour: present } = here(now, zone)
  const isQuiet = from < to ? present >= from && present < to : present >= from || present < to
  return isQuiet ? nextHour(now, zone, to) : null
}

/** When it is next so late by the clock of a zone; where the clocks skip that, the moment after. */
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

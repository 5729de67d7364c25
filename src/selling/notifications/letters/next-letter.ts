import { Temporal } from 'temporal-polyfill'
import type { Quiet } from '#selling/notifications/settings-contract.ts'

const hour = 8

/** When it is next eight in the morning by the clock of a zone; where these are quiet hours, their end. */
export function nextLetter(now: Date, zone: string, quiet: Quiet | null = null): Date {
  const at = nextHour(now, zone, hour)
  return quietUntil(at, zone, quiet) ?? at
}

type Planned = { readonly zone: string; readonly letterAt: Date }
type Chosen = { readonly zone: string; readonly quiet: Quiet | null }

/**
 * When the letter comes once somebody chose another clock or other quiet hours. One whose eight o'clock has passed, as it
 * waits for the end of quiet hours or is about to be sent, is owed: it comes now, or at the end of those that were chosen.
 */
export function moveLetter(now: Date, { zone, letterAt }: Planned, chosen: Chosen): Date {
  const isOwed = letterAt < nextHour(now, zone, hour)
  if (!isOwed) return nextLetter(now, chosen.zone, chosen.quiet)
  return quietUntil(now, chosen.zone, chosen.quiet) ?? now
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

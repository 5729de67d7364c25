import { timezones } from '../contract.ts'

/** A price that a timer can be of. */
export type TimerPrice = {
  readonly id: string
  readonly name: string
  /** Buyers name it: a timer changes the least of it. */
  readonly isNamed: boolean
  readonly isRetired: boolean
}

/** What the timers of a form are of. */
export type TimerPrices = {
  /** That buyers name the first price, whose amount a timer of all prices changes. */
  readonly isNamed: boolean
  /** What it is called; null: it is the only one. */
  readonly firstName: string | null
  /** Those that a timer can be of; it is asked where there are several. */
  readonly choices: readonly TimerPrice[]
  readonly hasSeveral: boolean
  /** Some of them are not saved yet, and can have no timer before. */
  readonly hasNew: boolean
}

/** An instant as people in a zone read it, with the zone's short name; without a zone by the reader's own clock. */
export function instantText(timestamp: number, zone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(zone === null ? {} : { timeZone: zone }),
  }).format(timestamp)
}

export function zoneLabel(zone: string | null): string {
  return timezones.find((known) => known.zone === zone)?.label ?? 'Your time'
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How far off an instant is: "in 3 days", "2 hours ago". */
export function distanceText(timestamp: number, now: number): string {
  const distance = timestamp - now
  const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size) ?? units[2]
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(distance / length), unit)
}

import { dateFormat } from '#foundation/time/date-format.ts'
import { t, currentLanguage } from '#foundation/language/t.ts'
import { timezones } from '../contract.ts'

/** A price that can have a timer. */
export type TimerPrice = {
  readonly id: string
  readonly name: string
  /** Whether buyers choose the amount, so that a timer changes its minimum. */
  readonly isNamed: boolean
  readonly isRetired: boolean
}

/** The prices of a form, for its timers. */
export type TimerPrices = {
  /** Whether buyers choose the amount of the first price, which a timer for all prices changes. */
  readonly isNamed: boolean
  /** The first price's name, or null if it is the only price. */
  readonly firstName: string | null
  /** The prices a timer can be for. The dialog asks if there are several. */
  readonly choices: readonly TimerPrice[]
  readonly hasSeveral: boolean
  /** Whether some prices are unsaved, and so cannot have a timer yet. */
  readonly hasNew: boolean
}

/** A time in a zone with the zone's short name, or without a zone in the reader's own time. */
export function instantText(timestamp: number, zone: string | null): string {
  return dateFormat({
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
  return timezones.find((known) => known.zone === zone)?.label ?? t('Your time')
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How far away a time is: "in 3 days", "2 hours ago". */
export function distanceText(timestamp: number, now: number): string {
  const distance = timestamp - now
  const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size) ?? units[2]
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(
    Math.round(distance / length),
    unit,
  )
}

/** The time left, such as "3 d 4 h 12 min", in minutes as the smallest unit. */
export function countdownText(left: number): string {
  const minutes = Math.max(Math.ceil(left / 60_000), 1)
  const values = {
    days: Math.floor(minutes / 1440),
    hours: Math.floor(minutes / 60) % 24,
    minutes: minutes % 60,
  }
  if (values.days > 0) return t('{days} d {hours} h {minutes} min', values)
  return values.hours > 0 ? t('{hours} h {minutes} min', values) : t('{minutes} min', values)
}

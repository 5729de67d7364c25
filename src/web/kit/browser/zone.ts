import { createContext, use } from 'react'

/** The back office's time zone as an IANA name, or null for the device's. */
export const ZoneContext = createContext<string | null>(null)

/** The time zone in which dates and times are shown to the signed-in person. */
export function useZone(): string {
  const chosen = use(ZoneContext)
  return chosen !== null && isKnown(chosen) ? chosen : deviceZone()
}

const known = new Map<string, boolean>()

/** Whether this browser supports a time zone. Older browsers lack recent names. */
function isKnown(zone: string): boolean {
  const before = known.get(zone)
  if (before !== undefined) return before
  const found = canTell(zone)
  known.set(zone, found)
  return found
}

function canTell(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The day of a time in a time zone, in the format of a date input. */
export function dayIn(zone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The browser's time zones, with the chosen one and UTC, which not every browser lists. */
export function zoneOptions(chosen: string | null): { readonly value: string; readonly label: string }[] {
  const zones = new Set(['UTC', ...(chosen === null ? [] : [chosen]), ...Intl.supportedValuesOf('timeZone')])
  return [...zones].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

import { plainFormats } from '../text/formats.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * A day for buyers, "20 Feb 2027" or "Feb 20, 2027", in UTC, as the provider counts. Months are named, since 2/3 is
 * ambiguous. Not by `Intl`, whose names differ between releases: a page would read differently from the server and in
 * the browser.
 */
export function dayText(instant: number, { day: order } = plainFormats): string {
  const date = new Date(instant)
  const [day, month, year] = [date.getUTCDate(), months[date.getUTCMonth()] ?? '', date.getUTCFullYear()]
  if (order === 'mdy') return `${month} ${day}, ${year}`
  return order === 'ymd' ? `${year} ${month} ${day}` : `${day} ${month} ${year}`
}

/** A day for sellers in a mail, "February 20, 2027", in UTC. */
export function longDayText(instant: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}

/** A moment for sellers in a mail, "November 22, 2026 at 6:35 PM UTC". */
export function longInstantText(instant: number): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(instant)} UTC`
}

/** A moment for buyers, "22 Nov 2026, 18:35 UTC". */
export function instantText(instant: number): string {
  return `${dayText(instant)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`
}

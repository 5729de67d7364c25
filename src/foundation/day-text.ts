const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * A day as buyers read it, "20 Feb 2027", in UTC, as the provider counts. Not by `Intl`, whose names differ between
 * releases: a page would not read the same from the server and in the browser.
 */
export function dayText(instant: number): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** A day as sellers read it in a mail, "February 20, 2027", in UTC. */
export function longDayText(instant: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}

/** A moment as buyers read it, "22 Nov 2026, 18:35 UTC". */
export function instantText(instant: number): string {
  return `${dayText(instant)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`
}

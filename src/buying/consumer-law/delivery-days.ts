const hour = 60 * 60 * 1000

/**
 * The first and last day, such as "2026-11-22", on which goods sold at `soldAt` can have arrived by `now` (both in
 * milliseconds). A day is included from its beginning in the first time zone until its end in the last.
 */
export function deliveryDays(soldAt: number, now: number): { readonly first: string; readonly last: string } {
  return { first: dayAt(soldAt - 12 * hour), last: dayAt(now + 14 * hour) }
}

function dayAt(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

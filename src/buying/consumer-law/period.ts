const hour = 60 * 60 * 1000
const day = 24 * hour

/** Every zone that there could be, in hours from UTC: some differ from it by a quarter. */
const zones = Array.from({ length: 26 * 4 + 1 }, (_, index) => index / 4 - 12)

/**
 * When the right of withdrawal from a contract ends. The day of its conclusion does not count, and what would end on a
 * Saturday or Sunday ends with the Monday (Regulation 1182/71, Article 3(1) and (4)). Nobody knows where the buyer's day
 * ends: the zone in which it ends last counts.
 */
export function endOfPeriod(concludedAt: Date, days: number): Date {
  return new Date(
    Math.max(...zones.map((zone) => endInZone(concludedAt.getTime() + zone * hour, days) - zone * hour)),
  )
}

/** The same by a clock of one zone. */
function endInZone(concludedAt: number, days: number): number {
  const last = Math.floor(concludedAt / day) + days
  const weekday = new Date(last * day).getUTCDay()
  const moved = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return (last + moved + 1) * day
}

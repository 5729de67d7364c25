const hour = 60 * 60 * 1000
const day = 24 * hour

/** Directive 2011/83/EU, Article 9(1); the Consumer Contracts Regulations 2013 of the UK, regulation 30, say the same. */
const usualDays = 14

/**
 * Where the law gives other days than the usual ones. Brazil: Código de Defesa do Consumidor, artigo 49. A country whose
 * law gives none for purchases online, such as Switzerland, has the usual ones.
 */
const daysByCountry: Readonly<Record<string, number>> = { BR: 7 }

/** How many days a buyer in this country may withdraw; null where nobody knows the country. */
export function withdrawalDays(country: string | null): number {
  return daysByCountry[country ?? ''] ?? usualDays
}

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

/** Directive 2011/83/EU, Article 13(1): not later than 14 days from the day on which the seller is informed. */
export function refundDue(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + 14 * day)
}

import { europeanCountries } from '#foundation/values/european-countries.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** What the law of a country gives consumers who buy online. */
export type Law = {
  /** Days in which they may withdraw. */
  readonly days: number
  /** Whether the right is lost by consent, and not there for what is booked for a date, as in the EU. */
  readonly hasExceptions: boolean
  /** Whether a struck-through price has to be told with the lowest one of the last 30 days. */
  readonly showsLowestPrice: boolean
}

/** Directive 2011/83/EU, Articles 9(1) and 16; Directive 98/6/EC, Article 6a. */
const european: Law = { days: 14, hasExceptions: true, showsLowestPrice: true }

/**
 * A country that is not here, such as Switzerland, gives no right by statute to who buys online: there it is what a seller
 * promises. The table is read with codes of ISO 3166-1.
 */
const laws: Readonly<Record<string, Law>> = {
  ...Object.fromEntries([...europeanCountries].map((code) => [code, european])),
  // Consumer Contracts Regulations 2013, regulations 28, 30, 36 and 37.
  GB: { days: 14, hasExceptions: true, showsLowestPrice: false },
  // Código de Defesa do Consumidor, artigo 49, which has no exceptions.
  BR: { days: 7, hasExceptions: false, showsLowestPrice: false },
}

/** Where nobody knows the country, the later day and the longer right count. */
const unknown: Law = { days: 14, hasExceptions: true, showsLowestPrice: false }

/** The law of a country, `null` where nobody knows it; null: it gives no right. */
export function lawOf(country: string | null): Law | null {
  return country === null ? unknown : (lookUp(laws, country) ?? null)
}

/** What two laws give alike; null: one of them gives nothing. */
export function lesserLaw(one: Law | null, other: Law | null): Law | null {
  if (one === null || other === null) return null
  const days = Math.min(one.days, other.days)
  return { ...one, days, hasExceptions: one.hasExceptions || other.hasExceptions }
}

/** Whether buyers are asked for their consent to an early start where the seller has not said so: in Europe. */
export function asksForConsent(sellerCountry: string | null): boolean {
  return sellerCountry !== null && lawOf(sellerCountry)?.hasExceptions === true
}

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

import { europeanCountries } from '#foundation/values/european-countries.ts'
import { lookUp } from '#foundation/values/look-up.ts'

export type Law = {
  /** The number of days in which buyers can withdraw. */
  readonly days: number
  /** Whether consent can end the right of withdrawal, and bookings for a specific date have none, as in the EU. */
  readonly hasExceptions: boolean
  /** Whether a struck-out price must be shown with the lowest price of the last 30 days. */
  readonly showsLowestPrice: boolean
  /** Whether emails about an unpaid order need consent, unlike emails about a purchase. */
  readonly mailsNeedConsent: boolean
}

/**
 * EU law: Directive 2011/83/EU, Articles 9(1) and 16; Directive 98/6/EC, Article 6a; Directive 2002/58/EC,
 * Article 13, whose exception for customers begins with a sale.
 */
const european: Law = { days: 14, hasExceptions: true, showsLowestPrice: true, mailsNeedConsent: true }

/**
 * The laws by country (ISO 3166-1 code). In countries without an entry, such as Switzerland, only the
 * seller's promise counts.
 */
const laws: Readonly<Record<string, Law>> = {
  ...Object.fromEntries([...europeanCountries].map((code) => [code, european])),
  // United Kingdom: Consumer Contracts Regulations 2013, regulations 28, 30, 36 and 37. The Privacy and
  // Electronic Communications Regulations 2003, regulation 22(3), include the negotiations for a sale.
  GB: { days: 14, hasExceptions: true, showsLowestPrice: false, mailsNeedConsent: false },
  // Brazil: Código de Defesa do Consumidor, artigo 49, which has no exceptions.
  BR: { days: 7, hasExceptions: false, showsLowestPrice: false, mailsNeedConsent: false },
}

/** The law that we assume if the country is unknown. */
const unknown: Law = { days: 14, hasExceptions: true, showsLowestPrice: false, mailsNeedConsent: true }

/** The law of a country, or null if it grants no right of withdrawal. `country` is null if unknown. */
export function lawOf(country: string | null): Law | null {
  return country === null ? unknown : (lookUp(laws, country) ?? null)
}

/** The rights that two laws have in common, or null if one of them grants none. */
export function lesserLaw(one: Law | null, other: Law | null): Law | null {
  if (one === null || other === null) return null
  const days = Math.min(one.days, other.days)
  return { ...one, days, hasExceptions: one.hasExceptions || other.hasExceptions }
}

/** Whether buyers are asked to agree to an early start if the seller has set no policy, as in Europe. */
export function asksForConsent(sellerCountry: string | null): boolean {
  return sellerCountry !== null && lawOf(sellerCountry)?.hasExceptions === true
}

/**
 * Whether the law of a seller's country lets them email a buyer about an unpaid order, or null if the country
 * is unknown.
 */
export function allowsMails(sellerCountry: string | null): boolean {
  return lawOf(sellerCountry)?.mailsNeedConsent !== true
}

const hour = 60 * 60 * 1000
const day = 24 * hour

/** All possible time zones, in hours from UTC, in steps of a quarter of an hour. */
const zones = Array.from({ length: 26 * 4 + 1 }, (_, index) => index / 4 - 12)

/**
 * When a right of withdrawal ends. The day of the contract does not count, and a weekend moves the end to Monday
 * (Regulation 1182/71, Article 3(1) and (4)). The buyer's time zone is unknown, so the last time zone in which the day
 * ends counts.
 */
export function endOfPeriod(concludedAt: Date, days: number): Date {
  return new Date(
    Math.max(...zones.map((zone) => endInZone(concludedAt.getTime() + zone * hour, days) - zone * hour)),
  )
}

function endInZone(concludedAt: number, days: number): number {
  const last = Math.floor(concludedAt / day) + days
  const weekday = new Date(last * day).getUTCDay()
  const moved = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return (last + moved + 1) * day
}

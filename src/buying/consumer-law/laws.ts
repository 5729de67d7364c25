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

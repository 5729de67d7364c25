import type { ConsentKind } from '#foundation/db/tables/consumer-law.ts'
import { lawOf } from './laws.ts'
import { endOfPeriod } from './period.ts'
import type { Terms } from './terms.ts'

/** A purchase with the terms that it was made under. */
export type Contract = { readonly paidAt: Date | null; readonly terms: Terms }

/** The right to withdraw from a purchase. */
export type Right =
  /** Neither a law that we know of nor the seller gives one. */
  | { readonly kind: 'none' }
  /** Booked for a date. */
  | { readonly kind: 'excluded' }
  | { readonly kind: 'until'; readonly until: Date; readonly endsWithPerformance: boolean }
  /** Of goods that have not arrived, as far as we know: so many days from then. */
  | { readonly kind: 'from_delivery'; readonly days: number }
  /** Given up with consent, by opening what was bought. */
  | { readonly kind: 'lost'; readonly at: Date }

/**
 * The one place that says until when a purchase can be withdrawn from. The law is that of the buyer's country, or of the
 * seller's where nobody knows it; the seller's policy may give more. Directive 2011/83/EU, Articles 9 and 16.
 */
export function rightOf({ paidAt, terms }: Contract): Right {
  const { sells, withdrawalDays, consentAsked, begunAt, deliveredOn } = terms
  const law = lawOf(terms.buyerCountry ?? terms.sellerCountry)
  if (law === null && withdrawalDays === null) return { kind: 'none' }
  const hasExceptions = law?.hasExceptions ?? true
  if (hasExceptions && sells === 'dated_event') return { kind: 'excluded' }
  const days = Math.max(law?.days ?? 0, withdrawalDays ?? 0)
  if (sells === 'goods') {
    if (deliveredOn === null) return { kind: 'from_delivery', days }
    return { kind: 'until', until: endOfPeriod(endOfDay(deliveredOn), days), endsWithPerformance: false }
  }
  const until = endOfPeriod(paidAt ?? new Date(0), days)
  const hasConsented = hasExceptions && isEarlyStart(terms)
  if (hasConsented && consentAsked === 'digital' && begunAt !== null && begunAt <= until.getTime()) {
    return { kind: 'lost', at: new Date(begunAt) }
  }
  return { kind: 'until', until, endsWithPerformance: hasConsented && consentAsked === 'service' }
}

/** Whether a service was asked to begin early, so that who withdraws pays for the part performed. CRD Article 14(3). */
export function isBegunService(contract: Contract): boolean {
  const right = rightOf(contract)
  return right.kind === 'until' && right.endsWithPerformance
}

/** The last moment at which a purchase can be withdrawn from, for what compares times. */
export function endOfRight(contract: Contract): Date {
  const right = rightOf(contract)
  switch (right.kind) {
    case 'until':
      return right.until
    case 'lost':
      return right.at
    case 'from_delivery':
      return endOfTime
    case 'none':
    case 'excluded':
      return new Date(0)
  }
}

const endOfTime = new Date(8.64e15)

/** What a purchase costs today, in minor units, and whether it begins payments that follow. */
export type Cost = { readonly total: number; readonly beginsPayments: boolean }

/** Whether a purchase costs nothing, now or later: a free trial does not. */
export function isFree({ total, beginsPayments }: Cost): boolean {
  return total === 0 && !beginsPayments
}

/**
 * When what was bought opens to its buyer; null: it is open from the start, as what is free is. What a buyer says later
 * changes no day of it.
 */
export function opensAt({ paidAt, terms, ...cost }: Contract & Cost): Date | null {
  if (isFree(cost) || terms.consentAsked === null || isEarlyStart(terms)) return null
  const right = rightOf({ paidAt, terms: { ...terms, buyerCountry: null } })
  return right.kind === 'until' ? right.until : null
}

/** Both of what is asked for was given: the one counts for nothing without the other. */
function isEarlyStart({ consentAsked, consents }: Terms): boolean {
  const isGiven = (wanted: ConsentKind) => consents.some(({ kind }) => kind === wanted)
  return consentAsked !== null && isGiven('early_start') && isGiven('loss_of_right')
}

/** Of a day, in UTC. */
function endOfDay(date: string): Date {
  return new Date(Date.parse(date) + 24 * 60 * 60 * 1000 - 1)
}

import type { ConsentKind } from '#foundation/db/tables/consumer-law.ts'
import { lawOf, lesserLaw, type Law, endOfPeriod } from './laws.ts'
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
 * The one place that says until when a purchase can be withdrawn from. The law is that of the buyer's country while nothing of
 * it has begun, or of the seller's where nobody knows it; the seller's policy may give more. Directive 2011/83/EU, Articles 9
 * and 16.
 */
export function rightOf(contract: Contract): Right {
  return rightBy(lawThatCounts(contract.terms), contract)
}

/**
 * Until when a purchase could be withdrawn from if the country counted that its buyer has named; null where that gives no more
 * than they have anyway. It is for the seller to decide: whoever has used a thing up could name any country.
 */
export function claimedUntil(contract: Contract): Date | null {
  const { buyerCountry } = contract.terms
  if (buyerCountry === null) return null
  const claimed = rightBy(lawOf(buyerCountry), contract)
  if (claimed.kind !== 'until') return null
  return claimed.until > endOfRight(contract) ? claimed.until : null
}

/** A country that is named once something may have begun takes from the right, and adds nothing to it. */
function lawThatCounts(terms: Terms): Law | null {
  const { buyerCountry, sellerCountry } = terms
  if (buyerCountry === null) return lawOf(sellerCountry)
  const named = lawOf(buyerCountry)
  return isUntouched(terms) ? named : lesserLaw(named, lawOf(sellerCountry))
}

/** Whether we know that nothing of it has begun: of files alone we see when the first one is opened. */
function isUntouched({ sells, consentAsked, hasFiles, isOrderBegun }: Terms): boolean {
  const isDigital = (sells === null || sells === 'digital') && consentAsked !== 'service'
  return isDigital && hasFiles && !isOrderBegun
}

function rightBy(law: Law | null, { paidAt, terms }: Contract): Right {
  const { sells, withdrawalDays, consentAsked, begunAt, deliveredOn } = terms
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

/**
 * Whether a service was asked to begin early, so that whoever withdraws pays for the part performed. CRD Article 14(3). No
 * country that its buyer names changes that.
 */
export function isBegunService(contract: Contract): boolean {
  const right = rightBy(lawOf(contract.terms.sellerCountry), contract)
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

/** Goods are delivered within 30 days where nothing else was agreed on: CRD Article 18(1). */
const deliveryTime = 30 * 24 * 60 * 60 * 1000

/**
 * Until when a statement counts by itself, without its seller. Of goods whose arrival nobody has recorded, the period after the
 * last day on which they could be expected; the right itself goes on until somebody says when they came.
 */
export function endBySelf(contract: Contract): Date {
  const right = rightOf(contract)
  switch (right.kind) {
    case 'until':
      return right.until
    case 'from_delivery':
      return endOfPeriod(new Date((contract.paidAt?.getTime() ?? 0) + deliveryTime), right.days)
    case 'lost':
    case 'none':
    case 'excluded':
      return new Date(0)
  }
}

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

import type { ConsentKind } from '#foundation/db/tables/consumer-law.ts'
import { lawOf, lesserLaw, type Law, endOfPeriod } from './laws.ts'
import type { Terms } from './terms.ts'

export type Contract = { readonly paidAt: Date | null; readonly terms: Terms }

export type Right =
  /** No right of withdrawal, either from the seller or under a known law. Businesses have none. */
  | { readonly kind: 'none' }
  /** Booked for a date. */
  | { readonly kind: 'excluded' }
  | {
      readonly kind: 'until'
      readonly until: Date
      readonly endsWithPerformance: boolean
      /**
       * Whether the buyer has given up the right by consent. This depends on whether the content was in the message or
       * page shown after paying, which we do not know.
       */
      readonly mayBeShown: boolean
    }
  /** Goods that have not arrived, as far as we know. The right lasts for `days` after their arrival. */
  | { readonly kind: 'from_delivery'; readonly days: number }
  /** The buyer gave up the right by consenting and then opening the purchase. */
  | { readonly kind: 'lost'; readonly at: Date }

/**
 * Decides how long a buyer can withdraw from a purchase. No other code decides this. While nothing has begun, the
 * buyer's country counts, or the seller's if that is unknown. The policy may grant more. Directive 2011/83/EU, Articles
 * 9 and 16.
 */
export function rightOf(contract: Contract): Right {
  return rightBy(lawThatCounts(contract.terms), contract)
}

/**
 * When the right ends under the law of the country that the buyer gave, or null if that is not later. The seller
 * decides about it, because buyers who have used up a purchase could give any country.
 */
export function claimedUntil(contract: Contract): Date | null {
  const { buyerCountry } = contract.terms
  if (buyerCountry === null) return null
  const claimed = rightBy(lawOf(buyerCountry), contract)
  if (claimed.kind !== 'until') return null
  return claimed.until > endOfRight(contract) ? claimed.until : null
}

/**
 * A country given before paying counts in full. One given after something may have begun can only shorten the
 * right.
 */
function lawThatCounts(terms: Terms): Law | null {
  const { askedCountry, buyerCountry, sellerCountry } = terms
  if (askedCountry !== null) return lawOf(askedCountry)
  if (buyerCountry === null) return lawOf(sellerCountry)
  const named = lawOf(buyerCountry)
  return isUntouched(terms) ? named : lesserLaw(named, lawOf(sellerCountry))
}

/**
 * Whether we know that nothing has begun. We can know this only for files, because performance begins when the first
 * one is opened.
 */
function isUntouched({ sells, consentAsked, hasFiles, isOrderBegun }: Terms): boolean {
  const isDigital = (sells === null || sells === 'digital') && consentAsked !== 'service'
  return isDigital && hasFiles && !isOrderBegun
}

function rightBy(law: Law | null, { paidAt, terms }: Contract): Right {
  const { sells, withdrawalDays, consentAsked, begunAt, deliveredOn, hasFiles, hasMessage } = terms
  if (terms.isBusiness) return { kind: 'none' }
  if (law === null && withdrawalDays === null) return { kind: 'none' }
  const hasExceptions = law?.hasExceptions ?? true
  if (hasExceptions && sells === 'dated_event') return { kind: 'excluded' }
  const days = Math.max(law?.days ?? 0, withdrawalDays ?? 0)
  if (sells === 'goods') {
    if (deliveredOn === null) return { kind: 'from_delivery', days }
    const until = endOfPeriod(endOfDay(deliveredOn), days)
    return { kind: 'until', until, endsWithPerformance: false, mayBeShown: false }
  }
  const until = endOfPeriod(paidAt ?? new Date(0), days)
  const hasConsented = hasExceptions && isEarlyStart(terms)
  if (hasConsented && consentAsked === 'digital' && begunAt !== null && begunAt <= until.getTime()) {
    return { kind: 'lost', at: new Date(begunAt) }
  }
  return {
    kind: 'until',
    until,
    endsWithPerformance: hasConsented && consentAsked === 'service',
    mayBeShown: hasConsented && consentAsked === 'digital' && !hasFiles && hasMessage,
  }
}

/**
 * Whether the buyer pays for the part of a service already performed, which depends only on the seller's
 * country: CRD Article 14(3).
 */
export function isBegunService(contract: Contract): boolean {
  const right = rightBy(lawOf(contract.terms.sellerCountry), contract)
  return right.kind === 'until' && right.endsWithPerformance
}

/** The last moment at which a buyer can withdraw from a purchase, for comparisons. */
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

/** Goods must arrive within 30 days unless agreed otherwise: CRD Article 18(1). */
const deliveryTime = 30 * 24 * 60 * 60 * 1000

/**
 * The last moment at which a withdrawal takes effect without the seller's decision. For goods without a recorded
 * arrival, this period starts on the last day they could be expected, although the right itself lasts until the arrival
 * is entered. Our records cannot prove that a message was read or contained the content, so the seller decides in that
 * case.
 */
export function endBySelf(contract: Contract): Date {
  const end = effectiveUntil(rightOf(contract), contract)
  if (!takesExceptionAway(contract.terms)) return end
  const bySeller = effectiveUntil(rightBy(lawOf(contract.terms.sellerCountry), contract), contract)
  return bySeller < end ? bySeller : end
}

/**
 * Whether the country that the buyer typed lets them withdraw from what may be used up, and the seller's country does
 * not. Buyers could type any country, so in this case the seller decides.
 */
function takesExceptionAway(terms: Terms): boolean {
  const { askedCountry, sellerCountry } = terms
  if (askedCountry === null || isUntouched(terms)) return false
  const hasExceptions = (country: string | null) => lawOf(country)?.hasExceptions ?? true
  return !hasExceptions(askedCountry) && hasExceptions(sellerCountry)
}

function effectiveUntil(right: Right, { paidAt }: Contract): Date {
  switch (right.kind) {
    case 'until':
      return right.mayBeShown ? new Date(0) : right.until
    case 'from_delivery':
      return endOfPeriod(new Date((paidAt?.getTime() ?? 0) + deliveryTime), right.days)
    case 'lost':
    case 'none':
    case 'excluded':
      return new Date(0)
  }
}

/** The price of a purchase today, in minor units, and whether more payments follow. */
export type Cost = { readonly total: number; readonly beginsPayments: boolean }

/** Whether a purchase costs nothing, either now or later, unlike a free trial. */
export function isFree({ total, beginsPayments }: Cost): boolean {
  return total === 0 && !beginsPayments
}

/**
 * When a purchase's content becomes available, or null if it was available from the start, as with free purchases. A
 * country given later does not change the day.
 */
export function opensAt({ paidAt, terms, ...cost }: Contract & Cost): Date | null {
  if (isFree(cost) || terms.consentAsked === null || isEarlyStart(terms)) return null
  const right = rightOf({ paidAt, terms: { ...terms, buyerCountry: null } })
  return right.kind === 'until' ? right.until : null
}

/** Whether the buyer gave both consents. One alone has no effect. */
function isEarlyStart({ consentAsked, consents }: Terms): boolean {
  const isGiven = (wanted: ConsentKind) => consents.some(({ kind }) => kind === wanted)
  return consentAsked !== null && isGiven('early_start') && isGiven('loss_of_right')
}

function endOfDay(date: string): Date {
  return new Date(Date.parse(date) + 24 * 60 * 60 * 1000 - 1)
}

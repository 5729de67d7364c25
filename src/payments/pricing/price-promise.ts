import { amountAt, type PricedForm } from './price-purchase.ts'

/** A timer of a form; `expiresAt` in milliseconds. The price after it counts from that very millisecond on. */
export type OfferTimer = {
  readonly title: string
  readonly expiresAt: number
  readonly amount: number | null
  /** Where buyers go once it has expired; nothing can be bought after that. */
  readonly redirectUrl: string | null
}

/** A priced form with what ends its prices. `priceGracePeriod` is in minutes. */
export type TimedForm = PricedForm & {
  readonly timers: readonly OfferTimer[]
  readonly priceGracePeriod: number
  /** All that buyers can choose from, in their order, and which of them this is; left out where there is one. */
  readonly prices?: readonly FormPrice[]
  readonly priceId?: string
  /** How many can be bought at once; left out: one. */
  readonly quantities?: Quantities
  /** How many pieces are left to buy, where these are few; left out: they are not, or there is no limit. */
  readonly left?: number
  /** Its buyer names what they pay, `amount` at least; left out: it costs `amount`. */
  readonly open?: OpenTerms | undefined
  /** What they have named for one; left out: nothing. */
  readonly named?: number
  /** How many this is sold as, and what it was before that or an amount of the buyer's own; left out: one, and as it is. */
  readonly quantity?: number
  readonly listed?: TimedForm
}

/** What is offered of an open price, in minor units: what stands in its field, and what its buttons put there. */
export type OpenTerms = { readonly suggested: number | null; readonly presets: readonly number[] }

/** From how many to how many, and what buyers are asked for; an empty label: the page's own word. */
export type Quantities = { readonly label: string; readonly min: number; readonly max: number }

/** One of a form's prices, in minor units of the form's currency. */
export type FormPrice = Pick<TimedForm, 'amount' | 'recurrence' | 'open'> & {
  readonly id: string
  readonly label: string
  /** What stands on every paper: the form's title, and which of its prices it is. */
  readonly title: string
  /** The form's timers, with the amounts that they make of this price. */
  readonly timers: readonly OfferTimer[]
  readonly isDefault: boolean
  /** Only for who has its link. */
  readonly isHidden: boolean
}

/** The timer that buyers count down to. */
export function nextTimer({ timers }: Pick<TimedForm, 'timers'>, instant: number): OfferTimer | undefined {
  return byExpiry(timers).find(({ expiresAt }) => expiresAt > instant)
}

/** The timer that has sent buyers elsewhere: the latest one with an address, if it has expired. */
export function closingTimer({ timers }: Pick<TimedForm, 'timers'>, instant: number): OfferTimer | undefined {
  return byExpiry(timers).findLast(
    ({ expiresAt, redirectUrl }) => expiresAt <= instant && redirectUrl !== null,
  )
}

/**
 * The timer that ended what a buyer was shown at `shownAt`: the first one that sends buyers elsewhere, or the one since
 * which the price has been higher. Undefined while the shown price, or a lower one, is to be had by everybody.
 */
export function endOfOffer(form: TimedForm, shownAt: number, instant: number): OfferTimer | undefined {
  const due = byExpiry(form.timers).filter(({ expiresAt }) => expiresAt > shownAt && expiresAt <= instant)
  const closing = due.find(({ redirectUrl }) => redirectUrl !== null)
  const shown = amountAt(form, shownAt)
  const lastAffordable = due.findLastIndex(({ expiresAt }) => amountAt(form, expiresAt) <= shown)
  const raising = due[lastAffordable + 1]
  if (closing === undefined || raising === undefined) return closing ?? raising
  return closing.expiresAt <= raising.expiresAt ? closing : raising
}

/** The last millisecond at which an ended price can still be paid by who was shown it. */
export function heldUntil({ priceGracePeriod }: TimedForm, end: OfferTimer): number {
  return end.expiresAt + priceGracePeriod * 60_000
}

/**
 * The instant whose price a buyer pays who was shown the price of `shownAt`: whichever of then and now is cheaper.
 * Undefined when that price is over and its grace as well.
 */
export function priceInstant(form: TimedForm, shownAt: number, instant: number): number | undefined {
  const end = endOfOffer(form, shownAt, instant)
  if (end !== undefined && instant > heldUntil(form, end)) return undefined
  return amountAt(form, instant) <= amountAt(form, shownAt) ? instant : shownAt
}

function byExpiry(timers: readonly OfferTimer[]): OfferTimer[] {
  return timers.toSorted((a, b) => a.expiresAt - b.expiresAt)
}

import { amountAt, type OfferTimer, type TimedForm } from './price-purchase.ts'

export function nextTimer({ timers }: Pick<TimedForm, 'timers'>, instant: number): OfferTimer | undefined {
  return byExpiry(timers).find(({ expiresAt }) => expiresAt > instant)
}

/** The timer that closed the form: the latest one with a redirect URL, if it has expired. */
export function closingTimer({ timers }: Pick<TimedForm, 'timers'>, instant: number): OfferTimer | undefined {
  return byExpiry(timers).findLast(
    ({ expiresAt, redirectUrl }) => expiresAt <= instant && redirectUrl !== null,
  )
}

/**
 * The timer that ended the price shown at `shownAt`: the first that redirects buyers or raises the price
 * permanently. Undefined while the shown price, or a lower one, is available to everyone.
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

/** The last millisecond in which a buyer can still pay an ended price that they were shown. */
export function heldUntil({ priceGracePeriod }: TimedForm, end: OfferTimer): number {
  return end.expiresAt + priceGracePeriod * 60_000
}

/**
 * The time whose price applies to a buyer who saw the price at `shownAt`: that time or now, whichever is cheaper.
 * Undefined once that price and its grace period have ended.
 */
export function priceInstant(form: TimedForm, shownAt: number, instant: number): number | undefined {
  const end = endOfOffer(form, shownAt, instant)
  if (end !== undefined && instant > heldUntil(form, end)) return undefined
  return amountAt(form, instant) <= amountAt(form, shownAt) ? instant : shownAt
}

function byExpiry(timers: readonly OfferTimer[]): OfferTimer[] {
  return timers.toSorted((a, b) => a.expiresAt - b.expiresAt)
}

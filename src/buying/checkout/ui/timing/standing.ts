import { amountAt, type OfferTimer, type TimedForm } from '#payments/pricing/price-purchase.ts'
import { closingTimer, endOfOffer, heldUntil } from '#payments/pricing/timers.ts'

/** The state of the price shown on the page. All times are the server's, in milliseconds. */
export type Standing =
  /** The shown price is still valid. */
  | { readonly state: 'open' }
  /** The shown price has ended, but this buyer can still pay it because they have begun to fill in the form. */
  | { readonly state: 'held'; readonly end: OfferTimer; readonly until: number }
  /** Buyers are redirected. */
  | { readonly state: 'ended'; readonly redirectUrl: string }
  /** The server has another price, or must sign this one again. */
  | { readonly state: 'outdated' }

/** The current state of a price that was shown at `shownAt`. */
export function standingAt(form: TimedForm, shownAt: number, now: number, hasBegun: boolean): Standing {
  const end = endOfOffer(form, shownAt, now)
  if (end === undefined) {
    return { state: amountAt(form, now) === amountAt(form, shownAt) ? 'open' : 'outdated' }
  }
  const until = heldUntil(form, end)
  if (hasBegun && now <= until) return { state: 'held', end, until }
  const redirectUrl = closingTimer(form, now)?.redirectUrl ?? null
  return redirectUrl === null ? { state: 'outdated' } : { state: 'ended', redirectUrl }
}

import {
  closingTimer,
  endOfOffer,
  heldUntil,
  type OfferTimer,
  type TimedForm,
} from '#payments/pricing/price-promise.ts'
import { amountAt } from '#payments/pricing/price-purchase.ts'

/** How the page's price stands: every instant is the server's, in milliseconds. */
export type Standing =
  /** The shown price is the price. */
  | { readonly state: 'open' }
  /** The shown price is over, and held for this buyer, who has begun to fill in the form. */
  | { readonly state: 'held'; readonly end: OfferTimer; readonly until: number }
  /** Buyers are sent elsewhere. */
  | { readonly state: 'ended'; readonly redirectUrl: string }
  /** The server has another price, or should sign this one again. */
  | { readonly state: 'outdated' }

/** A signed price is good for two hours: renewed after one, it lasts through any grace. In milliseconds. */
const renewedAfter = 60 * 60 * 1000

/** How a price that was shown at `shownAt` stands now. */
export function standingAt(form: TimedForm, shownAt: number, now: number, hasBegun: boolean): Standing {
  const end = endOfOffer(form, shownAt, now)
  if (end === undefined) {
    const isCurrent = amountAt(form, now) === amountAt(form, shownAt) && now - shownAt < renewedAfter
    return { state: isCurrent ? 'open' : 'outdated' }
  }
  const until = heldUntil(form, end)
  if (hasBegun && now <= until) return { state: 'held', end, until }
  const redirectUrl = closingTimer(form, now)?.redirectUrl ?? null
  return redirectUrl === null ? { state: 'outdated' } : { state: 'ended', redirectUrl }
}

/** What is left, as a clock shows it: "2 d 03:15:09"; whole seconds, the last one included. */
export function remainingText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const days = Math.floor(seconds / 86_400)
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return days === 0 ? clock : `${days} d ${clock}`
}

/** What a screen reader is told while time runs out: four times in all, and nothing while there is plenty. */
export function remainingAnnouncement(milliseconds: number): string {
  if (milliseconds <= 30_000) return 'Less than 30 seconds left'
  if (milliseconds <= 60_000) return 'Less than a minute left'
  if (milliseconds <= 300_000) return 'Less than 5 minutes left'
  return milliseconds <= 600_000 ? 'Less than 10 minutes left' : ''
}

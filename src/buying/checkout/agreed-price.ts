import { agreedInstant, closingTimer } from '#payments/pricing/price-promise.ts'
import type { Price } from '#payments/pricing/price.ts'
import { OfferEnded, QuoteChanged } from './errors.ts'
import type { PayableForm } from './payable-form.ts'
import { issueQuote, quoteLifetime, readQuote } from './quote.ts'

/**
 * What a purchase costs at an instant (milliseconds). With a quote: the quoted price while it is kept, or the present
 * one where that is lower, as `priceAt` makes it. Without: the present price, unless it changed so lately that the buyer may have seen another.
 * Throws `OfferEnded` or `QuoteChanged` where buyer and seller are not agreed; nobody pays more than they were shown.
 */
export function agreedPrice(
  form: PayableForm,
  chosen: ReadonlySet<string>,
  quote: string | undefined,
  authSecret: string,
  instant: number,
  priceAt: (instant: number) => Price,
): Price {
  const shownAt =
    quote === undefined ? undefined : readQuote(authSecret, quote, form.id, form.pricing, instant)
  const isShown = shownAt !== undefined && closingTimer(form.pricing, shownAt) === undefined
  const agreedAt = isShown ? agreedInstant(form.pricing, shownAt, instant) : undefined
  if (agreedAt !== undefined) return priceAt(agreedAt)
  const closing = closingTimer(form.pricing, instant)
  if (closing !== undefined) throw new OfferEnded(closing.redirectUrl)
  if (quote !== undefined || changedLately(form, instant)) {
    throw new QuoteChanged(issueQuote(authSecret, form.id, form.pricing, chosen, instant))
  }
  return priceAt(instant)
}

/** Whether the seller or a timer has changed the price within the time for which a quote would be good. */
function changedLately({ pricing, priceChangedAt }: PayableForm, instant: number): boolean {
  const changes = [
    priceChangedAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    ...pricing.timers.filter(({ amount }) => (amount ?? 0) > 0).map(({ expiresAt }) => expiresAt),
  ]
  return changes.some((at) => at <= instant && instant - at < quoteLifetime)
}

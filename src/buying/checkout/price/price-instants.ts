import { priceInstant, closingTimer } from '#payments/pricing/price-promise.ts'
import { OfferEnded, QuoteChanged } from '../errors.ts'
import type { PayableForm } from './payable-form.ts'
import { issueQuote, quoteLifetime, readQuote } from './quote.ts'

/** When a buyer was shown the price, and the instant whose price they pay, in milliseconds. */
type PriceInstants = { readonly shownAt: number; readonly pricedAt: number }

/**
 * Whose price a buyer pays at an instant (milliseconds). With a quote: the quoted instant's while that price is kept, or
 * the present one's where that is lower. Without: the present one's, unless the price changed so lately that the buyer
 * may have seen another. Throws `OfferEnded` or `QuoteChanged` where buyer and seller are not agreed; nobody pays more
 * than they were shown.
 */
export function priceInstants(
  form: PayableForm,
  chosen: ReadonlySet<string>,
  quote: string | undefined,
  authSecret: string,
  instant: number,
): PriceInstants {
  const shownAt =
    quote === undefined ? undefined : readQuote(authSecret, quote, form.id, form.pricing, instant)
  if (shownAt !== undefined && closingTimer(form.pricing, shownAt) === undefined) {
    const pricedAt = priceInstant(form.pricing, shownAt, instant)
    if (pricedAt !== undefined) return { shownAt, pricedAt }
  }
  const closing = closingTimer(form.pricing, instant)
  if (closing !== undefined) throw new OfferEnded(closing.redirectUrl)
  if (quote !== undefined || changedLately(form, instant)) {
    throw new QuoteChanged(issueQuote(authSecret, form.id, form.pricing, chosen, instant))
  }
  return { shownAt: instant, pricedAt: instant }
}

/** Whether the seller or a timer has changed the price within the time for which a quote would be good. */
function changedLately({ pricing, priceChangedAt }: PayableForm, instant: number): boolean {
  const changes = [
    priceChangedAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    ...pricing.timers.filter(({ amount }) => (amount ?? 0) > 0).map(({ expiresAt }) => expiresAt),
  ]
  return changes.some((at) => at <= instant && instant - at < quoteLifetime)
}

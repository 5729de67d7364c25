import type { TimedForm } from '#payments/pricing/price-promise.ts'
import type { PaymentPageData } from '../page/page-data.ts'

type Choice = Pick<PaymentPageData, 'linkedPrice' | 'hasMissedPrice'>

/**
 * What a visitor sees of a form's prices who came by a link that may name one: those on the page, and the named one though it
 * is hidden. Prices that nobody showed them are not among what they are sent.
 */
export function shownChoice(
  pricing: TimedForm,
  named: string | undefined,
): Choice & { readonly pricing: TimedForm } {
  const { prices } = pricing
  if (prices === undefined) return { pricing, ...(named !== undefined && { hasMissedPrice: true }) }
  const shown = prices.filter(({ id, isHidden }) => !isHidden || id === named)
  const isThere = shown.some(({ id }) => id === named)
  return {
    pricing: { ...pricing, prices: shown },
    ...(named !== undefined && (isThere ? { linkedPrice: named } : { hasMissedPrice: true })),
  }
}

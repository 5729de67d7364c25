import type { Quote } from '#buying/checkout/contract.ts'
import { atPrice, issueQuote, type PayableForm } from '#buying/checkout/price/payable-form.ts'
import type { RecoveredChoices } from '#foundation/db/tables/recoveries.ts'
import { closingTimer, priceInstant } from '#payments/pricing/price-purchase.ts'

type Left = { readonly given: RecoveredChoices; readonly createdAt: Date }

/**
 * The quote of the moment at which an order was lost, while its price has ended for others and is still held for buyers
 * who were shown it; undefined if the present price is as good, or that time is over.
 */
export function heldQuote(
  secret: string,
  form: PayableForm,
  { given, createdAt }: Left,
  now: Date,
): Quote | undefined {
  const [shownAt, instant] = [createdAt.getTime(), now.getTime()]
  const { pricing } = atPrice(form, given.price) ?? form
  if (closingTimer(pricing, instant) !== undefined) return undefined
  if (priceInstant(pricing, shownAt, instant) !== shownAt || shownAt === instant) return undefined
  return issueQuote(secret, form, form.pricing, new Set(given.bumps), shownAt)
}

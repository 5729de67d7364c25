import type { Quote } from '#buying/checkout/contract.ts'
import { atPrice, issueQuote, type PayableForm } from '#buying/checkout/price/payable-form.ts'
import type { RecoveredChoices } from '#foundation/db/tables/recoveries.ts'
import { closingTimer, priceInstant } from '#payments/pricing/timers.ts'

type Left = { readonly given: RecoveredChoices; readonly createdAt: Date }

/**
 * The quote from the moment an order was lost, if its price has ended for others but is still held for buyers who saw
 * it. Undefined if the current price is no higher, or if the price is no longer held.
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

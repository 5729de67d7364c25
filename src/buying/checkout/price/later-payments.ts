import { isPaidEver, recurringAmounts, type RecurringAmounts } from '#payments/pricing/later-payments.ts'
import type { PricedForm } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'

/** What an order goes on with. */
export type LaterPayments = { readonly recurrence: Recurrence; readonly amounts: RecurringAmounts }

/**
 * What follows on the first payment of a recurring price; null where nothing recurs, or where a coupon makes every payment
 * of it nothing: that is no subscription, and takes no card for one. `cycles` is of how many payments a coupon is taken
 * off. Page and server say and charge by this alike.
 */
export function laterPayments(
  { recurrence, tax, currency }: Pick<PricedForm, 'recurrence' | 'tax' | 'currency'>,
  { lines: [own], full: line = own }: Price,
  cycles: number | null = null,
): LaterPayments | null {
  if (recurrence === null || line === undefined) return null
  const amounts = recurringAmounts(line, tax, currency, cycles)
  return isPaidEver(recurrence, amounts) ? { recurrence, amounts } : null
}

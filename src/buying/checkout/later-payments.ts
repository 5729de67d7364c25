import { currencyOf } from '#foundation/money/currencies.ts'
import type { TaxedAmount } from '#foundation/money/tax.ts'
import { isPaidEver, recurringAmounts, type RecurringAmounts } from '#payments/pricing/later-payments.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { FoundCoupon } from './find-code.ts'
import type { PayableForm } from './payable-form.ts'

/** What an order goes on with. */
export type LaterPayments = { readonly recurrence: Recurrence; readonly amounts: RecurringAmounts }

/**
 * What follows on the first payment of a recurring price; null where nothing recurs, or where a coupon makes every payment
 * of it nothing: that is no subscription, and takes no card for one.
 */
export function laterPayments(
  { pricing: { recurrence, tax, currency } }: Pick<PayableForm, 'pricing'>,
  { lines: [own], full: line = own }: Price,
  found: Pick<FoundCoupon, 'coupon'> | undefined,
): LaterPayments | null {
  if (recurrence === null || line === undefined) return null
  const amounts = recurringAmounts(line, tax, currency, found?.coupon.cycles ?? null)
  return isPaidEver(recurrence, amounts) ? { recurrence, amounts } : null
}

/** No card can be charged that little; of nothing, none is. */
export function isTooSmall({ total }: TaxedAmount, currency: string): boolean {
  return total > 0 && total < currencyOf(currency).minimum
}

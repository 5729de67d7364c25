import { type Coupon, discountBy } from '#payments/pricing/discount.ts'
import { type PricedForm, priceToday } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import {
  isPaidEver,
  type Recurrence,
  recurringAmounts,
  type RecurringAmounts,
} from '#payments/pricing/recurrence.ts'

/** All that is charged for an order. */
export type Charges = {
  /** What is due today. */
  readonly price: Price
  /** What is due after today. */
  readonly later: LaterPayments | null
  /** Nothing is due, today or later. */
  readonly isFree: boolean
}

/** What an order of a form as it is sold is charged whose price is that of an instant (milliseconds). */
export function chargesOf(
  form: PricedForm,
  chosenBumps: ReadonlySet<string>,
  instant: number,
  coupon: Coupon | undefined,
): Charges {
  const price = priceToday(form, chosenBumps, instant, coupon && discountBy(coupon, form.currency))
  const later = laterPayments(form, price, coupon?.cycles)
  return { price, later, isFree: price.total === 0 && later === null }
}

/** What an order goes on with. */
type LaterPayments = { readonly recurrence: Recurrence; readonly amounts: RecurringAmounts }

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

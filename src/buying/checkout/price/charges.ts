import { discountBy, type Coupon } from '#payments/pricing/discount.ts'
import type { PricedForm } from '#payments/pricing/price-purchase.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import type { Price } from '#payments/pricing/price.ts'
import { laterPayments, type LaterPayments } from './later-payments.ts'

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

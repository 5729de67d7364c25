import { currencyOf } from '#foundation/money/currencies.ts'
import { taxAmount, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'
import { discountBy, type Coupon } from './discount.ts'

/** The price of an offer after an order, in minor units; `discountAmount` is the coupon's discount before tax. */
export type OfferPrice = TaxedAmount & { readonly discountAmount: number }

/**
 * Prices an offer for `amount`. The order's coupon is left out if it would leave less than a card can be charged.
 * Undefined if a card cannot be charged either way; without `canCharge`, only a free offer has a price.
 */
export function priceOffer(
  amount: number,
  tax: TaxRate | null,
  currency: string,
  coupon: Coupon | undefined,
  canCharge: boolean,
): OfferPrice | undefined {
  const { minimum, maximum } = currencyOf(currency)
  const taken = coupon === undefined ? 0 : takenOff(coupon, amount, currency)
  return [taken, 0]
    .map((discountAmount) => ({ ...taxAmount(amount - discountAmount, tax, currency), discountAmount }))
    .find(({ total }) => total === 0 || (canCharge && total >= minimum && total <= maximum))
}

function takenOff(coupon: Coupon, amount: number, currency: string): number {
  const [line] = discountBy(coupon, currency)([{ kind: 'offer', title: '', amount }])
  return line?.discountAmount ?? 0
}

/** The discount on an order's next offer, after `discountAmount` of it was used. */
export function takenNext(takes: Coupon['takes'], discountAmount: number): Coupon['takes'] {
  return takes.kind === 'percent' ? takes : { ...takes, amount: Math.max(0, takes.amount - discountAmount) }
}

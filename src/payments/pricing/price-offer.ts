import { currencyOf } from '#foundation/money/currencies.ts'
import { taxAmount, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'
import { discountBy, type Coupon } from './discount.ts'

/** What an offer after an order costs, in minor units; `discountAmount` is what the order's coupon takes off before tax. */
export type OfferPrice = TaxedAmount & { readonly discountAmount: number }

/**
 * Prices an offer for `amount`. The order's coupon lowers it unless that leaves less than a card can be charged. Undefined
 * where a card cannot be charged either way; without `canCharge` nothing can be but what is free.
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

/** What a coupon takes off the next offer of an order that it has taken `discountAmount` off so far. */
export function takenNext(takes: Coupon['takes'], discountAmount: number): Coupon['takes'] {
  return takes.kind === 'percent' ? takes : { ...takes, amount: Math.max(0, takes.amount - discountAmount) }
}

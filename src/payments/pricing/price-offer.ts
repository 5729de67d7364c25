import { currencyOf } from '#foundation/money/currencies.ts'
import { hundredPercent, parsePercentage, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'
import { discountBy, type Coupon } from './discount.ts'
import { type PricedForm, taxedAmount } from './price-purchase.ts'

/** The price of an offer after an order, in minor units. `discountAmount` is the coupon's discount before tax. */
export type OfferPrice = TaxedAmount & { readonly discountAmount: number }

type OfferTax = { readonly tax: TaxRate | null; readonly without?: TaxRate | undefined }

/**
 * Computes the price of an offer that costs `amount`. The order's coupon is left out if the rest would be too small to
 * charge to a card. Undefined if it is too small either way. Without `canCharge`, only a free offer has a price.
 */
export function priceOffer(
  amount: number,
  { tax, without }: OfferTax,
  currency: string,
  coupon: Coupon | undefined,
  canCharge: boolean,
): OfferPrice | undefined {
  const { minimum, maximum } = currencyOf(currency)
  const priced = (listed: number) => taxedAmount(listed, { tax, without, currency })
  const taken = coupon === undefined ? 0 : takenOff(coupon, amount, currency)
  return [taken, 0]
    .map((off) => {
      const price = priced(amount - off)
      return { ...price, discountAmount: without === undefined ? off : priced(amount).total - price.total }
    })
    .find(({ total }) => total === 0 || (canCharge && total >= minimum && total <= maximum))
}

function takenOff(coupon: Coupon, amount: number, currency: string): number {
  const [line] = discountBy(coupon, currency)([{ kind: 'offer', title: '', amount }])
  return line?.discountAmount ?? 0
}

/**
 * How much of a coupon's amount a discount used up. If the included tax is not charged, it used up more than it took
 * off, rounded up to a chargeable step so that no coupon gives more than its amount.
 */
export function grossDiscount(
  discountAmount: number,
  { without, currency }: Pick<PricedForm, 'without' | 'currency'>,
): number {
  if (without === undefined) return discountAmount
  const step = BigInt(currencyOf(currency).step)
  const rate = hundredPercent + parsePercentage(without.percentage)
  const steps = (BigInt(discountAmount) * rate + hundredPercent * step - 1n) / (hundredPercent * step)
  return Number(steps * step)
}

/** The discount on an order's next offer, after `discountAmount` of the coupon was used up. */
export function takenNext(takes: Coupon['takes'], discountAmount: number): Coupon['takes'] {
  return takes.kind === 'percent' ? takes : { ...takes, amount: Math.max(0, takes.amount - discountAmount) }
}

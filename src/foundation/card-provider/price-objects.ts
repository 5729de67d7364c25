import type Stripe from 'stripe'
import { beginningOf } from '#foundation/text/cut-text.ts'
import type { ProviderCall } from './transport/call.ts'

/** A line's discount in minor units: on every invoice for a number of months (null means forever), or on only one. */
export type CouponToMake = {
  readonly name: string
  readonly amountOff: number
  readonly currency: string
  readonly months: number | null | 'once'
}

/** The provider's length limit for the name of a coupon. */
const longestCouponName = 40

/** The provider's length limit for the name of a tax rate. */
const longestRateName = 50

/** The provider's objects for a subscription's price, which are created once per account and reused. */
export function priceObjects(stripe: Stripe, call: ProviderCall) {
  return {
    async createProduct(account: string, name: string, key: string, within: number): Promise<string> {
      const { id } = await call(
        'products.create',
        (options) =>
          stripe.products.create({ name }, { ...options, stripeAccount: account, idempotencyKey: key }),
        within,
      )
      return id
    },

    /** A tax rate. `percentage` is a decimal number as text. Neither it nor `inclusive` can be changed later. */
    async createTaxRate(
      account: string,
      rate: { readonly title: string; readonly percentage: string; readonly inclusive: boolean },
      key: string,
      within: number,
    ): Promise<string> {
      const { id } = await call(
        'taxRates.create',
        (options) =>
          stripe.taxRates.create(
            {
              display_name: beginningOf(rate.title, longestRateName),
              percentage: Number(rate.percentage),
              inclusive: rate.inclusive,
            },
            { ...options, stripeAccount: account, idempotencyKey: key },
          ),
        within,
      )
      return id
    },

    async createCoupon(
      account: string,
      { name, amountOff, currency, months }: CouponToMake,
      key: string,
      within: number,
    ): Promise<string> {
      const duration =
        months === 'once'
          ? { duration: 'once' as const }
          : months === null
            ? { duration: 'forever' as const }
            : { duration: 'repeating' as const, duration_in_months: months }
      const { id } = await call(
        'coupons.create',
        (options) =>
          stripe.coupons.create(
            { name: beginningOf(name, longestCouponName), amount_off: amountOff, currency, ...duration },
            { ...options, stripeAccount: account, idempotencyKey: key },
          ),
        within,
      )
      return id
    },
  }
}

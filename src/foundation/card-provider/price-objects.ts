import type Stripe from 'stripe'
import { beginningOf } from '#foundation/text/cut-text.ts'
import type { ProviderCall } from './transport/call.ts'

/** A line's discount, in minor units: on every invoice for a number of months (null: forever), or on one only. */
export type CouponToMake = {
  readonly name: string
  readonly amountOff: number
  readonly currency: string
  readonly months: number | null | 'once'
}

/** The provider's limit for a coupon's name. */
const longestCouponName = 40

/** The provider's limit for a tax rate's name. */
const longestRateName = 50

/** The objects behind a subscription's price: created once per account and reused. */
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

    /** `percentage` is decimal text; neither it nor `inclusive` can be changed later. */
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

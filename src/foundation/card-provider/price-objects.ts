import type Stripe from 'stripe'
import { beginningOf } from '#foundation/text/cut-text.ts'
import type { ProviderCall } from './transport/call.ts'

/** What is taken off a line, in minor units: of every invoice for so many months, null: for ever, or of one alone. */
export type CouponToMake = {
  readonly name: string
  readonly amountOff: number
  readonly currency: string
  readonly months: number | null | 'once'
}

/** The longest name that the provider takes for a coupon. */
const longestCouponName = 40

/** What the provider cuts a tax rate's name at. */
const longestRateName = 50

/** What a subscription's price is made of: made once on an account, and used again. */
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

    /** `percentage` is decimal text; neither it nor `inclusive` can be changed afterwards. */
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

import { msg, type Message } from '#foundation/language/t.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'

export const plans = ['BASIC', 'GROWTH', 'PARTNER_FREE'] as const satisfies readonly Plan[]

export type CatalogueEntry = {
  readonly name: string
  readonly text: Message
  /** The monthly price, in minor units of `currency`. */
  readonly amount: number
  readonly currency: string
  /** The features of the plan in a few words each, because two plans fit next to each other on the sign-up page. */
  readonly features: readonly Message[]
  /** The platform's fee on every charge, in hundredths of a percent. */
  readonly applicationFeeBasisPoints: number
  /** The length of the free trial in days, without payment or card. Each seller has only one trial. */
  readonly trialDays: number
  /** Whether only users with the Partner role can choose this plan. */
  readonly isForPartners: boolean
}

/** The plans that sellers pay us for. Stripe's products and prices are created from this list, never by hand. */
export const catalogue: Readonly<Record<Plan, CatalogueEntry>> = {
  BASIC: {
    name: 'Basic',
    text: msg('All you need to sell.'),
    amount: 1900,
    currency: 'usd',
    features: [
      msg('Unlimited forms'),
      msg('Your own Stripe account'),
      msg('Receipts and refunds'),
      msg('Sales and customers'),
      msg('No platform fee'),
    ],
    applicationFeeBasisPoints: 0,
    trialDays: 14,
    isForPartners: false,
  },
  GROWTH: {
    name: 'Growth',
    text: msg('Sell more to every buyer.'),
    amount: 4900,
    currency: 'usd',
    features: [
      msg('Everything in Basic'),
      msg('Order bumps'),
      msg('One-time offers'),
      msg('Countdown timers'),
      msg('Taxes'),
      msg('Coupons'),
    ],
    applicationFeeBasisPoints: 0,
    trialDays: 0,
    isForPartners: false,
  },
  PARTNER_FREE: {
    name: 'Partner',
    text: msg('Everything in Growth, free for partners.'),
    amount: 0,
    currency: 'usd',
    features: [msg('Everything in Growth'), msg('No monthly fee')],
    applicationFeeBasisPoints: 0,
    trialDays: 0,
    isForPartners: true,
  },
}

/** The plan we suggest to new sellers. */
export const recommendedPlan: Plan = 'GROWTH'

/** A plan's product on Stripe, with all prices the plan has ever had. */
export function productIdOf(plan: Plan): string {
  return `tillform_${plan.toLowerCase()}`
}

/** The plan for a Stripe product, or undefined if the product is not ours. */
export function planOfProduct(productId: string): Plan | undefined {
  return plans.find((plan) => productIdOf(plan) === productId)
}

import type { Plan } from '#foundation/db/tables/billing.ts'

export const plans = ['BASIC', 'GROWTH', 'PARTNER_FREE'] as const satisfies readonly Plan[]

export type CatalogueEntry = {
  readonly name: string
  readonly text: string
  /** What a month costs, in minor units of `currency`. */
  readonly amount: number
  readonly currency: string
  /** What it opens, in words for sellers. */
  readonly features: readonly string[]
  /** Our part of every charge, in hundredths of a per cent. */
  readonly applicationFeeBasisPoints: number
  /** Days without payment and without a card; a seller has them once. */
  readonly trialDays: number
  /** Only who has the Partner role may take it. */
  readonly isForPartners: boolean
}

/** The plans that sellers pay us for. The provider's products and prices are made from this, never by hand. */
export const catalogue: Readonly<Record<Plan, CatalogueEntry>> = {
  BASIC: {
    name: 'Basic',
    text: 'Everything you need to sell one thing well.',
    amount: 1900,
    currency: 'usd',
    features: [
      'As many payment forms as you like',
      'Cards, straight into your Stripe account',
      'Receipts, downloads, sales and refunds',
      'No platform fee on your sales',
    ],
    applicationFeeBasisPoints: 0,
    trialDays: 14,
    isForPartners: false,
  },
  GROWTH: {
    name: 'Growth',
    text: 'Earn more with every purchase.',
    amount: 4900,
    currency: 'usd',
    features: [
      'Everything in Basic',
      'Order bumps beside the price',
      'One-time offers after the payment',
      'Countdown timers and prices that change',
      'Taxes, added or included',
      'Coupons, with as many codes as you like',
    ],
    applicationFeeBasisPoints: 0,
    trialDays: 0,
    isForPartners: false,
  },
  PARTNER_FREE: {
    name: 'Partner',
    text: 'All of Growth, free for our partners.',
    amount: 0,
    currency: 'usd',
    features: ['Everything in Growth', 'No monthly price'],
    applicationFeeBasisPoints: 0,
    trialDays: 0,
    isForPartners: true,
  },
}

/** The provider's product of a plan; all prices that a plan has ever had belong to it. */
export function productIdOf(plan: Plan): string {
  return `tillform_${plan.toLowerCase()}`
}

/** The plan that a product stands for; undefined for what is none of ours. */
export function planOfProduct(productId: string): Plan | undefined {
  return plans.find((plan) => productIdOf(plan) === productId)
}

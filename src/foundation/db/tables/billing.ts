import type { CreatedAt, Defaulted, View } from '../driver/column-types.ts'

export type Plan = 'BASIC' | 'GROWTH' | 'PARTNER_FREE'

/** The provider's statuses, and `creating` until the provider has responded. */
export type PlanStatus =
  | 'creating'
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

export type PlanSubscriptionsTable = {
  id: string
  sellerId: string
  plan: Plan
  /** When this plan replaced another plan of the seller, or null if it is their first. */
  planChangedAt: Date | null
  status: PlanStatus
  stripeSubscriptionId: string | null
  latestInvoiceId: string | null
  /** The monthly price, in minor units of `currency`. */
  amount: number
  currency: string
  trialEnd: Date | null
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: Defaulted<boolean>
  endedAt: Date | null
  /** When the shop lost its last Partner, after which a partner plan ends with its period. */
  partnerLostAt: Date | null
  /** When the provider was last asked to create or change the plan, or null if never. */
  requestedAt: Date | null
  /** A plan change whose outcome is unknown or that is waiting for payment. Its id is its idempotency key. */
  changeId: string | null
  changePlan: Plan | null
  changeAt: Date | null
  /** When this row's data was read from the provider. Data read earlier never replaces it. */
  readAt: Date | null
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type PlanSubscriptionsView = View<
  PlanSubscriptionsTable,
  | 'sellerId'
  | 'plan'
  | 'status'
  | 'amount'
  | 'currency'
  | 'trialEnd'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
  | 'createdAt'
>

/**
 * The state of a seller's plan. `none` means neither paid nor in a trial, for example while the first payment
 * is open.
 */
export type PlanStanding = 'none' | 'trial' | 'paid' | 'free' | 'ended'

/** The state of a plan from a given time on. */
export type PlanHistoryTable = {
  id: string
  subscriptionId: string
  at: Date
  plan: Plan
  standing: PlanStanding
  /** The monthly price, in minor units of `currency`. */
  amount: number
  currency: string
}

import type { CreatedAt, Defaulted, View } from '../driver/column-types.ts'

export type Plan = 'BASIC' | 'GROWTH' | 'PARTNER_FREE'

/** The provider's own words, and `creating` for what it has not been asked for, or has not answered yet. */
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
  /** When this plan took the place of another one of the seller's; null: it is their first. */
  planChangedAt: Date | null
  status: PlanStatus
  stripeSubscriptionId: string | null
  latestInvoiceId: string | null
  /** What a month costs, in minor units of `currency`. */
  amount: number
  currency: string
  trialEnd: Date | null
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: Defaulted<boolean>
  endedAt: Date | null
  /** When its shop lost its last Partner: a plan for partners ends with its period for that reason. */
  partnerLostAt: Date | null
  /** When the provider was last asked to create or change it; null until it was. */
  requestedAt: Date | null
  /** A change of plan whose outcome is not known, or that waits for its payment; its id is its idempotency key. */
  changeId: string | null
  changePlan: Plan | null
  changeAt: Date | null
  /** When the provider was asked for what stands here; what it said earlier never replaces it. */
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

/** `none`: neither paid nor in its trial, such as while its first payment is open. */
export type PlanStanding = 'none' | 'trial' | 'paid' | 'free' | 'ended'

/** How a plan stood from an instant on. */
export type PlanHistoryTable = {
  id: string
  subscriptionId: string
  at: Date
  plan: Plan
  standing: PlanStanding
  /** What a month costs, in minor units of `currency`. */
  amount: number
  currency: string
}

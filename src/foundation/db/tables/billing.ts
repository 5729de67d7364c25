import type { CreatedAt, Defaulted, View } from '../driver/column-types.ts'

export type Plan = 'BASIC' | 'GROWTH' | 'PARTNER_FREE'

/** The provider's statuses, and `creating` before it was asked or has answered. */
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
  /** When this plan replaced another one of the seller's; null: it is their first. */
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
  /** When its shop lost its last Partner, for which a partner plan ends with its period. */
  partnerLostAt: Date | null
  /** When the provider was last asked to create or change it, or null if never. */
  requestedAt: Date | null
  /** A plan change with an unknown outcome or awaiting payment; its id is its idempotency key. */
  changeId: string | null
  changePlan: Plan | null
  changeAt: Date | null
  /** When the provider was read for this row; earlier readings never replace it. */
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

/** `none` means neither paid nor in its trial, such as while its first payment is open. */
export type PlanStanding = 'none' | 'trial' | 'paid' | 'free' | 'ended'

/** A plan's state from an instant on. */
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

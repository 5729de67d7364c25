import type { Generated } from 'kysely'
import type { BillingPeriod } from './products.ts'

/**
 * A change of what recurs: `new` and `back` add a subscription, `more` and `less` change its payment, `paused` and `gone`
 * take it away. One that ends in its pause is no longer `paused`, but `gone`.
 */
export type MovementKind = 'new' | 'back' | 'more' | 'less' | 'paused' | 'gone'

export const movementKinds = [
  'new',
  'back',
  'more',
  'less',
  'paused',
  'gone',
] as const satisfies readonly MovementKind[]

/** Why a subscription is gone: its buyer canceled, its card failed, or what else ended it. */
export type GoneBecause = 'asked' | 'failed' | 'withdrawn' | 'refunded' | 'disputed' | 'other'

export const goneReasons = [
  'asked',
  'failed',
  'withdrawn',
  'refunded',
  'disputed',
  'other',
] as const satisfies readonly GoneBecause[]

/** An order whose subscription, refunds or disputes changed, so that its movements are worked out anew. */
export type RecurringChangesTable = { id: Generated<number>; sellerId: string; orderId: string }

/** An order whose subscription has no agreed end, from its first full payment on. */
export type RecurringStartsTable = {
  orderId: string
  sellerId: string
  formId: string
  /** The price it was bought at: the form's id for its original one. */
  priceId: string
  currency: string
  /** The first full payment. */
  startedAt: Date
  /** Whether its buyer had another subscription of the form, up to 90 days before. */
  isReturn: boolean
  /** All it has brought in so far, before tax and less refunds and disputes, in minor units. */
  received: number
}

/** A change of what recurs, with its order's columns; `net` is the change of a cycle's payment before tax. */
export type RecurringMovementsTable = {
  id: Generated<number>
  orderId: string
  sellerId: string
  formId: string
  priceId: string
  currency: string
  billingPeriod: BillingPeriod
  billingInterval: number
  startedAt: Date
  at: Date
  kind: MovementKind
  /** Why it is gone; null for other kinds. */
  because: GoneBecause | null
  net: number
  heads: number
}

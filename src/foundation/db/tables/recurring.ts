import type { Generated } from 'kysely'
import type { Json } from '../driver/column-types.ts'
import type { BillingPeriod } from './products.ts'

/**
 * A change in recurring revenue: `new` and `back` add a subscription, `more` and `less` change its payment, `paused`
 * and `gone` remove it. A subscription that ends during its pause changes from `paused` to `gone`.
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

/** Why a subscription is gone: its buyer canceled, its card failed, or something else ended it. */
export type GoneBecause = 'asked' | 'failed' | 'withdrawn' | 'refunded' | 'disputed' | 'other'

export const goneReasons = [
  'asked',
  'failed',
  'withdrawn',
  'refunded',
  'disputed',
  'other',
] as const satisfies readonly GoneBecause[]

/** An order whose subscription, refunds or disputes changed, so that its movements must be computed again. */
export type RecurringChangesTable = { id: Generated<number>; sellerId: string; orderId: string }

/** An order whose subscription has no agreed end, once it has had a full payment. */
export type RecurringStartsTable = {
  orderId: string
  sellerId: string
  formId: string
  /** The price at which it was bought: the form's id for its original price. */
  priceId: string
  currency: string
  /** When the first full payment was made. */
  startedAt: Date
  /** Whether the buyer had another subscription of the form up to 90 days before. */
  isReturn: boolean
  /** Everything it has earned so far, before tax and minus refunds and disputes, in minor units. */
  received: number
}

/** A change in recurring revenue, with columns from its order. `net` is the change in a cycle's payment before tax. */
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
  /** Why the subscription is gone, or null for other kinds of changes. */
  because: GoneBecause | null
  net: number
  heads: number
}

/** The sum of all movements of a form's price and a cycle before a time. */
export type LevelSum = {
  readonly formId: string
  readonly priceId: string
  readonly currency: string
  readonly billingPeriod: BillingPeriod
  readonly billingInterval: number
  readonly net: number
  readonly heads: number
}

/** The recurring revenue at a time, stored for later page views. A change to the ledger before that time deletes it. */
export type RecurringLevelsTable = {
  sellerId: string
  at: Date
  sums: Json<LevelSum[]>
  madeAt: Date
}

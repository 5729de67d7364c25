import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'
import type { BillingPeriod } from './products.ts'

/** In the provider's spelling. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

/** A subscription's price from a time on, after its buyer changed it; amounts in minor units, times are ISO. */
export type AgreedPrice = {
  readonly id: string
  /** The chosen price of the form; null: the form's original one. */
  readonly priceId: string | null
  readonly title: string
  readonly sellerTitle?: string | null
  readonly subtotal: number
  readonly taxAmount: number
  readonly total: number
  readonly askedAt: string
  /** When the first cycle at this price begins; null until the provider has it. */
  readonly from: string | null
  /** The order's coupon discount on its first payments; omitted: none, or still in the subscription's columns. */
  readonly reduction?: Reduction
}

/** Like the columns of the same names. */
export type Reduction = {
  readonly discountAmount: number
  readonly discountCycles: number | null
  readonly reducedTotal: number | null
}

export type CancelReason = 'price' | 'not_used' | 'missing' | 'elsewhere' | 'other'

export const cancelReasons = [
  'price',
  'not_used',
  'missing',
  'elsewhere',
  'other',
] as const satisfies readonly CancelReason[]

export type SubscriptionsTable = {
  id: string
  /** The purchase that started it; it is the first invoice. */
  orderId: string
  sellerId: string
  stripeAccountId: string
  /** Null until the provider has confirmed its creation. */
  stripeSubscriptionId: string | null
  stripeCustomerId: string | null
  status: Defaulted<SubscriptionStatus>
  /** The renewals' description: the form's title when it was bought. */
  title: string
  /** The same in the seller's own words, or null if it is the same. */
  sellerTitle: Defaulted<string | null>
  /** The quantity of each payment. */
  quantity: Defaulted<number>
  billingInterval: number
  billingPeriod: BillingPeriod
  /** The number of paid cycles after which it ends; 0 is never. */
  cancelAfter: number
  /** 0: none. */
  trialDays: Defaulted<number>
  /** When the first full payment is due after a trial; null until it has begun. */
  trialEnd: Defaulted<Date | null>
  /** When its buyer is notified of the payment after the trial; null: already done, or not needed. */
  trialReminderAt: Defaulted<Date | null>
  /** When to see whether its buyer is reminded of the next payment; null: already done, or not needed. */
  renewalNoticeAt: Defaulted<Date | null>
  /** When to see whether its card ends before the next payment; null: done, or it has none. */
  cardCheckAt: Defaulted<Date | null>
  /** Whether it does; null: not looked at. */
  cardEndsBeforeDue: Defaulted<boolean | null>
  /**
   * Between these times nothing is charged, and the form's files are closed; the first is the end of the paid period.
   * Equal while a pause is being undone. Null without a pause.
   */
  pauseFrom: Defaulted<Date | null>
  pauseUntil: Defaulted<Date | null>
  pauseBy: Defaulted<'buyer' | 'seller' | null>
  /** When a pause was last asked for, or null if never. */
  pauseAskedAt: Defaulted<Date | null>
  /** The payments skipped one after the other before the next one. */
  skips: Defaulted<number>
  /** The purchase of its early payoff, or null if there is none, or it failed. */
  payoffPurchaseId: Defaulted<string | null>
  /** Whether that purchase is paid. */
  payoffPaid: Defaulted<boolean>
  /** The agreed early payoff discount, in percent. */
  payoffDiscount: Defaulted<number>
  currency: string
  /** A cycle's price without a coupon. */
  subtotal: number
  taxAmount: number
  total: number
  /** A coupon's discount per cycle, before tax that is added. */
  discountAmount: Defaulted<number>
  /** The number of discounted cycles, from the first; null: all, or none without a discount. */
  discountCycles: Defaulted<number | null>
  /** A cycle's price with it; null without a discount. */
  reducedTotal: Defaulted<number | null>
  /** Its past, current and future prices, in the order requested; null: its buyer has changed nothing. */
  agreedPrices: DefaultedJson<readonly AgreedPrice[]> | null
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
  /** The application fee of every invoice, in hundredths of a percent, as of its start. */
  applicationFeeBasisPoints: Defaulted<number>
  /** Paid invoices of whole cycles, including the first. */
  paidCycles: Defaulted<number>
  /**
   * The card its buyer changed to, in the provider's spelling; null: the order's card, or a change from before this was
   * stored.
   */
  cardBrand: Defaulted<string | null>
  cardLast4: Defaulted<string | null>
  /** If nothing is due initially: the SetupIntent that saves the buyer's card. */
  stripeSetupIntentId: Defaulted<string | null>
  /** Null until the first invoice is paid, like the period's end. */
  billingCycleAnchor: Date | null
  currentPeriodEnd: Date | null
  /** When it will end, if ever: by its cycles or a cancellation. */
  cancelAt: Date | null
  cancelAtPeriodEnd: Defaulted<boolean>
  canceledAt: Date | null
  /** When it ended. */
  endedAt: Date | null
  /** The newest failed renewal invoice that is still open. */
  unpaidInvoiceId: string | null
  /** The sum of failed renewals, including those paid since. */
  unpaidAmount: Defaulted<number | null>
  /** The newest of these invoices: an older release changes only the other column. */
  unpaidAmountOf: Defaulted<string | null>
  /**
   * Whether a payment has begun without an outcome: `begun` is one the provider charges soon. Null in rows of an older
   * release.
   */
  paymentOnItsWay: Defaulted<'none' | 'begun' | 'at_bank' | null>
  /** When that was first charged. */
  paymentFailedAt: Date | null
  nextPaymentAttempt: Date | null
  /** A requested change, repeated at the provider until it shows there. */
  cancellation: 'period_end' | 'now' | 'resume' | null
  cancellationBy: 'buyer' | 'seller' | null
  cancellationAt: Date | null
  /** The buyer's reason for canceling, if they gave one afterwards, with their own words. */
  cancelReason: Defaulted<CancelReason | null>
  cancelNote: Defaulted<string | null>
  /** Counts changes, so an earlier reading never overwrites a later one. */
  revision: Defaulted<number>
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type SubscriptionsView = View<
  SubscriptionsTable,
  | 'id'
  | 'orderId'
  | 'sellerId'
  | 'status'
  | 'quantity'
  | 'trialDays'
  | 'trialEnd'
  | 'total'
  | 'discountAmount'
  | 'discountCycles'
  | 'reducedTotal'
  | 'paidCycles'
  | 'billingCycleAnchor'
  | 'cancelAtPeriodEnd'
  | 'endedAt'
  | 'unpaidInvoiceId'
  | 'unpaidAmount'
  | 'unpaidAmountOf'
  | 'paymentOnItsWay'
  | 'paymentFailedAt'
  | 'nextPaymentAttempt'
  | 'cancellation'
  | 'createdAt'
  | 'pauseFrom'
  | 'pauseUntil'
  | 'skips'
  | 'cancelReason'
  | 'cancellationAt'
>

/** A reusable object at the provider; `fingerprint` identifies its contents. */
export type ProviderObjectsTable = {
  stripeAccountId: string
  kind: 'product' | 'tax_rate' | 'coupon'
  fingerprint: string
  stripeId: string
  createdAt: CreatedAt
}

/** The identity of a buyer who has used a form's trial, as limits identify buyers. */
export type TrialStartsTable = {
  subscriptionId: string
  formId: string
  emailKey: string
  cardFingerprint: string | null
  startedAt: Date
}

import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'
import type { BillingPeriod } from './products.ts'
import type { LineTax, TaxTreatment } from './taxes.ts'

/** The statuses of a subscription, as the provider spells them. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

/**
 * A subscription's price from a time on, after its buyer changed it. Amounts are in minor units, times in ISO
 * format.
 */
export type AgreedPrice = {
  readonly id: string
  /** The form's price that was chosen, or null for its original price. */
  readonly priceId: string | null
  readonly title: string
  readonly sellerTitle?: string | null
  readonly subtotal: number
  readonly taxAmount: number
  readonly total: number
  readonly askedAt: string
  /** When the first cycle at this price begins, or null until the change has reached the provider. */
  readonly from: string | null
  /**
   * The order's coupon discount on the first payments. Missing if there is none, or if it is still in the
   * subscription's columns.
   */
  readonly reduction?: Reduction
  /** Missing if the subscription's tax has never changed; then the tax is in the subscription's columns. */
  readonly tax?: LineTax
}

/** A discount, like in the columns with the same names. */
export type Reduction = {
  readonly discountAmount: number
  readonly discountCycles: number | null
  readonly reducedTotal: number | null
}

/**
 * When a subscription that had not ended stopped being paid, because of a pause or because its card is no longer
 * charged.
 */
export type Lapse = { readonly at: string; readonly why: 'paused' | 'failed' }

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
  /** The purchase that started the subscription. It is the first invoice. */
  orderId: string
  sellerId: string
  stripeAccountId: string
  /** The provider's id, or null until the provider has confirmed the subscription. */
  stripeSubscriptionId: string | null
  stripeCustomerId: string | null
  status: Defaulted<SubscriptionStatus>
  /** The title shown for renewals: the form's title at the time of the order. */
  title: string
  /** The title before translation, or null if it is the same. */
  sellerTitle: Defaulted<string | null>
  /** The quantity that each payment is for. */
  quantity: Defaulted<number>
  billingInterval: number
  billingPeriod: BillingPeriod
  /** The number of paid cycles after which the subscription ends, or 0 if it never does. */
  cancelAfter: number
  /** 0: none. */
  trialDays: Defaulted<number>
  /** When the first full payment after a trial is due, or null until the subscription has begun. */
  trialEnd: Defaulted<Date | null>
  /** When the buyer is notified of the payment after the trial. Null if already done or not needed. */
  trialReminderAt: Defaulted<Date | null>
  /** When to check whether the buyer must be reminded of the next payment. Null if already done or not needed. */
  renewalNoticeAt: Defaulted<Date | null>
  /** When to check whether the card expires before the next payment. Null if already done, or if there is no card. */
  cardCheckAt: Defaulted<Date | null>
  /** Whether the card expires before the next payment, or null if not checked. */
  cardEndsBeforeDue: Defaulted<boolean | null>
  /**
   * The beginning of a pause, which is the end of the paid period. Until the pause's end nothing is charged, and the
   * form's files are closed. Both times are equal while a pause is being undone, and null if there is no pause.
   */
  pauseFrom: Defaulted<Date | null>
  pauseUntil: Defaulted<Date | null>
  pauseBy: Defaulted<'buyer' | 'seller' | null>
  /** When a pause was last requested, or null if never. */
  pauseAskedAt: Defaulted<Date | null>
  /** How many payments in a row are skipped before the next one. */
  skips: Defaulted<number>
  /** The times when payments stopped, oldest first, or null if there are none. */
  lapses: DefaultedJson<readonly Lapse[]> | null
  /** The purchase of the early payoff, or null if there is none or it failed. */
  payoffPurchaseId: Defaulted<string | null>
  /** Whether the early payoff is paid. */
  payoffPaid: Defaulted<boolean>
  /** The agreed discount for an early payoff, in percent. */
  payoffDiscount: Defaulted<number>
  currency: string
  /** A cycle's price without a coupon. */
  subtotal: number
  taxAmount: number
  total: number
  /** The coupon's discount in each cycle, before added tax. */
  discountAmount: Defaulted<number>
  /** The number of cycles with the discount, from the first on, or null for all. Also null if there is no discount. */
  discountCycles: Defaulted<number | null>
  /** The price of a cycle with the discount, or null without one. */
  reducedTotal: Defaulted<number | null>
  /**
   * The past, current and future prices, in the order in which the buyer requested them. Null if the buyer
   * has changed nothing.
   */
  agreedPrices: DefaultedJson<readonly AgreedPrice[]> | null
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
  taxTreatment: Defaulted<TaxTreatment | null>
  taxCountry: Defaulted<string | null>
  /** The application fee on every invoice in hundredths of a percent, as it was when the subscription started. */
  applicationFeeBasisPoints: Defaulted<number>
  /** The number of paid invoices for whole cycles, including the first. */
  paidCycles: Defaulted<number>
  /**
   * The brand of the card to which the buyer changed, as the provider spells it. Null if it is still the order's card,
   * or if it was changed before brands were stored.
   */
  cardBrand: Defaulted<string | null>
  cardLast4: Defaulted<string | null>
  /** The SetupIntent that saves the buyer's card, if nothing is due initially. */
  stripeSetupIntentId: Defaulted<string | null>
  /** The start from which cycles are counted. Null until the first invoice is paid, like the end of the period. */
  billingCycleAnchor: Date | null
  currentPeriodEnd: Date | null
  /** When the subscription will end because of its cycles or a cancellation, or null if it will not. */
  cancelAt: Date | null
  cancelAtPeriodEnd: Defaulted<boolean>
  canceledAt: Date | null
  /** When it ended. */
  endedAt: Date | null
  /** The newest invoice of a failed renewal that is still open. */
  unpaidInvoiceId: string | null
  /** The total of failed renewals, including those paid since. */
  unpaidAmount: Defaulted<number | null>
  /**
   * The newest invoice in that total. If it differs from the column above, an older release has changed only that one.
   */
  unpaidAmountOf: Defaulted<string | null>
  /**
   * Whether a payment has begun and has no outcome yet. `begun` means that the provider will charge it soon.
   * Null in rows from an older release.
   */
  paymentOnItsWay: Defaulted<'none' | 'begun' | 'at_bank' | null>
  /** When the failed renewal was first charged. */
  paymentFailedAt: Date | null
  nextPaymentAttempt: Date | null
  /** A requested change. It is sent to the provider until the provider confirms it. */
  cancellation: 'period_end' | 'now' | 'resume' | null
  cancellationBy: 'buyer' | 'seller' | null
  cancellationAt: Date | null
  /** The buyer's reason for canceling and their own words, if they gave them afterwards. */
  cancelReason: Defaulted<CancelReason | null>
  cancelNote: Defaulted<string | null>
  /** Counts changes, so that an earlier reading never overwrites a later one. */
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
  | 'billingInterval'
  | 'billingPeriod'
  | 'cancelAfter'
  | 'cancellationBy'
  | 'lapses'
>

/** A reusable object at the provider. `fingerprint` identifies its contents. */
export type ProviderObjectsTable = {
  stripeAccountId: string
  kind: 'product' | 'tax_rate' | 'coupon'
  fingerprint: string
  stripeId: string
  createdAt: CreatedAt
}

/** The identity of a buyer who has used a form's trial, written as it is for purchase limits. */
export type TrialStartsTable = {
  subscriptionId: string
  formId: string
  emailKey: string
  cardFingerprint: string | null
  /** Identifies the saved card, if it is not the card that was checked. */
  paidBy: Defaulted<string | null>
  startedAt: Date
}

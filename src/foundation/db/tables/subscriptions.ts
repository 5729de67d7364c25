import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'
import type { BillingPeriod } from './products.ts'

/** As the provider spells it. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

/** What a subscription is paid at from a time on, since its buyer changed it; amounts in minor units, times are ISO. */
export type AgreedPrice = {
  readonly id: string
  /** Which of the form's prices; null: the one that the form was made with. */
  readonly priceId: string | null
  readonly title: string
  readonly subtotal: number
  readonly taxAmount: number
  readonly total: number
  readonly askedAt: string
  /** When the cycle begins that is the first to be charged so; null until the provider has it. */
  readonly from: string | null
  /** What the order's coupon takes off the payments of the first; left out: nothing, or the subscription's columns say it still. */
  readonly reduction?: Reduction
}

/** As the columns of the same names. */
export type Reduction = {
  readonly discountAmount: number
  readonly discountCycles: number | null
  readonly reducedTotal: number | null
}

export type SubscriptionsTable = {
  id: string
  /** The purchase with which it began; it is the first invoice. */
  orderId: string
  sellerId: string
  stripeAccountId: string
  /** Null until the provider's answer to creating it is known. */
  stripeSubscriptionId: string | null
  stripeCustomerId: string | null
  status: Defaulted<SubscriptionStatus>
  /** What each renewal is for: the form's title when it was bought. */
  title: string
  /** How many of it each payment is for. */
  quantity: Defaulted<number>
  billingInterval: number
  billingPeriod: BillingPeriod
  /** The number of paid cycles after which it ends automatically; 0 is never. */
  cancelAfter: number
  /** 0: none. */
  trialDays: Defaulted<number>
  /** When the first full payment is due, where a trial comes before it; null until it has begun. */
  trialEnd: Defaulted<Date | null>
  /** When its buyer is told of the payment that follows the trial; null: they were, or they are not. */
  trialReminderAt: Defaulted<Date | null>
  /** The purchase that pays, or has paid, its rest at once; null: none, or it came to nothing. */
  payoffPurchaseId: Defaulted<string | null>
  /** Whether that purchase is paid. */
  payoffPaid: Defaulted<boolean>
  /** Per cent that paying the rest early takes off it, as it was agreed. */
  payoffDiscount: Defaulted<number>
  currency: string
  /** What each cycle costs without a coupon. */
  subtotal: number
  taxAmount: number
  total: number
  /** What a coupon takes off a cycle, before tax that is added. */
  discountAmount: Defaulted<number>
  /** How many of the cycles it is taken off, from the first one on; null: all of them, or none where it takes nothing. */
  discountCycles: Defaulted<number | null>
  /** What a cycle costs with it; null where it takes nothing. */
  reducedTotal: Defaulted<number | null>
  /** What it was paid at, is and will be, in the order in which it was asked for; null: its buyer has changed nothing. */
  agreedPrices: DefaultedJson<readonly AgreedPrice[]> | null
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
  /** Our part of every invoice, in hundredths of a per cent, as it was when the subscription began. */
  applicationFeeBasisPoints: Defaulted<number>
  /** Invoices of whole cycles that were paid, the first one included. */
  paidCycles: Defaulted<number>
  /** The card that its buyer has changed to, as the provider spells it; null: the order's pays, or a change was before it was kept. */
  cardBrand: Defaulted<string | null>
  cardLast4: Defaulted<string | null>
  /** Where nothing is paid at first: the SetupIntent that the buyer leaves their card with. */
  stripeSetupIntentId: Defaulted<string | null>
  /** Null until the first invoice is paid, like the period's end. */
  billingCycleAnchor: Date | null
  currentPeriodEnd: Date | null
  /** When it will end, if it will: by its cycles or because somebody canceled it. */
  cancelAt: Date | null
  cancelAtPeriodEnd: Defaulted<boolean>
  canceledAt: Date | null
  /** When it did end. */
  endedAt: Date | null
  /** The newest renewal's invoice that could not be charged and is still open. */
  unpaidInvoiceId: string | null
  /** What the renewals that could not be charged come to, also where they are paid since. */
  unpaidAmount: Defaulted<number | null>
  /** The newest invoice of these: an older release changes the other column alone. */
  unpaidAmountOf: Defaulted<string | null>
  /**
   * Whether a payment has begun that is neither made nor refused: `begun` is one that the provider makes soon. Null where
   * an older release has written it down.
   */
  paymentOnItsWay: Defaulted<'none' | 'begun' | 'at_bank' | null>
  /** When that was charged first. */
  paymentFailedAt: Date | null
  nextPaymentAttempt: Date | null
  /** What somebody asked for: it is carried out at the provider until that shows it. */
  cancellation: 'period_end' | 'now' | 'resume' | null
  cancellationBy: 'buyer' | 'seller' | null
  cancellationAt: Date | null
  /** Counts changes, so that what was read before another change is not written over it. */
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
>

/** What was made at the provider once and is used again; `fingerprint` says what it was made from. */
export type ProviderObjectsTable = {
  stripeAccountId: string
  kind: 'product' | 'tax_rate' | 'coupon'
  fingerprint: string
  stripeId: string
  createdAt: CreatedAt
}

/** Who has begun a trial of a form, told apart by what limits go by. */
export type TrialStartsTable = {
  subscriptionId: string
  formId: string
  emailKey: string
  cardFingerprint: string | null
  startedAt: Date
}

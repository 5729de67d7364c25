import type { Generated } from 'kysely'
import type { CreatedAt, Defaulted, Json, View } from '../driver/column-types.ts'
import type { EarlyStart } from './consumer-law.ts'

export const purchaseStatuses = [
  'created',
  'requires_action',
  'processing',
  'unknown',
  'paid',
  'failed',
  'canceled',
  'partially_refunded',
  'refunded',
] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

/** All but an order name the order they belong to; `payoff` is an early payoff. */
export const purchaseKinds = ['order', 'offer', 'renewal', 'payoff'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

/** `withdrawal`: the buyer withdrew. `provider`: the seller refunded in Stripe. */
export type RefundRequester = 'seller' | 'buyer' | 'withdrawal' | 'provider'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

export type DifferenceKind =
  | 'charge_without_purchase'
  | 'purchase_without_charge'
  | 'amount_differs'
  | 'refund_missing'
  | 'refund_differs'
  | 'fee_differs'

/** A purchase's events other than its payment. */
export type PurchaseEvent =
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'renewal_failed'
  | 'renewal_retried'
  | 'renewal_paid'
  | 'subscription_canceled'
  | 'subscription_resumed'
  | 'subscription_ended'
  | 'price_changed'
  | 'subscription_paused'
  | 'subscription_resumed_from_pause'
  | 'payment_skipped'
  | 'receipt_resent'
  | 'withdrawal'
  | 'other_amount'

export type PurchasesTable = {
  id: string
  sellerId: string
  formId: string
  /** The chosen price of the form; null: the form's original one. */
  priceId: string | null
  kind: Defaulted<PurchaseKind>
  /** The first purchase of its subscription; null for an order itself. */
  orderId: string | null
  idempotencyKey: string
  /** Distinguishes the request from others with its key; null for a renewal, which has no request. */
  fingerprint: string | null
  /** The quote it is paid with; null if the request had none. */
  quoteId: string | null
  status: PurchaseStatus
  /** A digest of the order's network; null if unknown, and for purchases after an order. */
  network: Defaulted<string | null>
  /** As the buyer wrote it; empty once the sale is anonymized. */
  email: string
  /** Where emails go instead, after the seller corrected it. */
  mailTo: string | null
  /** The generation of its buyer's key: incremented with each corrected address. */
  keyGeneration: Defaulted<number>
  name: string
  /** The buyer; null until it is paid, and briefly longer for some renewals. */
  customerId: string | null
  currency: string
  subtotal: number
  taxAmount: number
  total: number
  /** The stock it takes items from, or null without a limit. */
  stockId: string | null
  /** The coupon's code, as its seller wrote it, or null if there is none. */
  couponCode: string | null
  /** The coupon's discount on its lines, before tax that is added. */
  discountAmount: Defaulted<number>
  /** The application fee in `total`: the planned one until it is paid, then the actual one. */
  applicationFeeAmount: Defaulted<number>
  oneTimeOfferCount: number
  /** The seller's invoice details when it was paid. */
  sellerDetailsId: string | null
  /** The seller's account country when it was paid, or null if unknown. */
  accountCountry: Defaulted<string | null>
  /** The seller's policy when it was paid, or null if none was set. */
  policyId: string | null
  /** The early starts the buyer was asked to allow before the withdrawal period ends, or null if there are none. Orders only. */
  consentAsked: EarlyStart | null
  /** When its buyer first opened its contents, or null if never. */
  begunAt: Date | null
  /** When its goods arrived, according to the seller, "2026-11-22". */
  deliveredOn: string | null
  /** The bumps its page offered, chosen or not; null for purchases without a page, such as a renewal. */
  offeredBumpIds: string[] | null
  /** The buyer's browser language, whose formats are used in emails, or null if unknown. */
  locale: string | null
  /** The language of its pages, emails and documents, such as `de`. */
  language: Defaulted<string>
  /** The version of the form it was bought on; null: from before there were versions, or no page. */
  formVersion: number | null
  /** Where its order came from (`PurchaseSource`), or null if unknown. */
  source: SourceColumn | null
  /** The recovery whose link led its buyer back, or null if there is none. It can be gone. */
  recoveryId: string | null
  stripeAccountId: string
  paymentMethodId: string | null
  /** The token of the browser's fields it was to be paid with; null for a saved payment method, or if nothing is due. */
  confirmationTokenId: string | null
  /** The payment method's type, such as "ideal"; null: card, or unknown yet. */
  paymentMethodType: string | null
  /** While the bank has it: when that ends, by the payment method's rules. */
  settlesBy: Date | null
  /** The card's brand in the provider's spelling, such as "visa". */
  cardBrand: string | null
  cardLast4: string | null
  stripeCustomerId: string | null
  paymentIntentId: string | null
  /** A renewal's invoice; null without one, and for the first order. */
  stripeInvoiceId: string | null
  failureReason: string | null
  failureMessage: string | null
  /** The provider's advice after a decline, such as `do_not_try_again`, or null if there is none. */
  adviceCode: string | null
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  paidAt: Date | null
}

/** `PurchaseSource` of payments/purchases. */
export type SourceColumn = Readonly<Partial<Record<string, string>>>

export type PurchasesView = View<
  PurchasesTable,
  | 'id'
  | 'sellerId'
  | 'formId'
  | 'priceId'
  | 'kind'
  | 'orderId'
  | 'status'
  | 'email'
  | 'mailTo'
  | 'keyGeneration'
  | 'name'
  | 'customerId'
  | 'currency'
  | 'subtotal'
  | 'taxAmount'
  | 'total'
  | 'couponCode'
  | 'discountAmount'
  | 'applicationFeeAmount'
  | 'sellerDetailsId'
  | 'accountCountry'
  | 'policyId'
  | 'consentAsked'
  | 'begunAt'
  | 'deliveredOn'
  | 'offeredBumpIds'
  | 'locale'
  | 'language'
  | 'formVersion'
  | 'source'
  | 'stripeAccountId'
  | 'paymentMethodId'
  | 'confirmationTokenId'
  | 'paymentMethodType'
  | 'settlesBy'
  | 'cardBrand'
  | 'cardLast4'
  | 'stripeCustomerId'
  | 'paymentIntentId'
  | 'failureMessage'
  | 'nextCheckAt'
  | 'createdAt'
  | 'updatedAt'
  | 'paidAt'
  | 'network'
  | 'failureReason'
  | 'adviceCode'
  | 'recoveryId'
>

export type PurchaseLinesTable = {
  purchaseId: string
  position: number
  kind: 'form' | 'setup' | 'bump' | 'offer'
  bumpId: string | null
  offerId: string | null
  title: string
  /** The title in the seller's own words, or null if it is the same. */
  sellerTitle: string | null
  /** The quantity; the amounts are for all of them. */
  quantity: Defaulted<number>
  subtotal: number
  taxAmount: number
  total: number
  /** The coupon's discount on it, before tax that is added; its list price is that much higher. */
  discountAmount: Defaulted<number>
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
}

export type PurchaseLinesView = View<
  PurchaseLinesTable,
  | 'purchaseId'
  | 'position'
  | 'kind'
  | 'bumpId'
  | 'offerId'
  | 'title'
  | 'quantity'
  | 'subtotal'
  | 'taxAmount'
  | 'total'
  | 'discountAmount'
  | 'taxTitle'
  | 'taxPercentage'
  | 'taxInclusive'
  | 'sellerTitle'
>

export type PurchaseTransitionsTable = {
  id: Generated<number>
  purchaseId: string
  status: PurchaseStatus
  cause: string
  at: CreatedAt
  /** The event, unless it is a change of the payment itself; the state is the one at the time. */
  event: PurchaseEvent | null
  /** The event's id: of the refund, the dispute, or the failed invoice. */
  subject: string | null
}

export type PurchaseTransitionsView = View<
  PurchaseTransitionsTable,
  'id' | 'purchaseId' | 'status' | 'cause' | 'at' | 'event' | 'subject'
>

export type RefundsTable = {
  id: string
  purchaseId: string
  idempotencyKey: string
  /** Distinguishes the request from others with its key; null for a refund made at the provider. */
  fingerprint: string | null
  requestedBy: RefundRequester
  status: RefundStatus
  amount: number
  /** The part of `amount` that is tax. */
  taxAmount: number
  stripeRefundId: string | null
  failureReason: string | null
  /** The seller's note why, for their team. */
  reason: string | null
  /** How often it was restarted under another provider key. */
  attempt: Defaulted<number>
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type RefundsView = View<
  RefundsTable,
  | 'id'
  | 'purchaseId'
  | 'requestedBy'
  | 'status'
  | 'amount'
  | 'taxAmount'
  | 'failureReason'
  | 'nextCheckAt'
  | 'createdAt'
  | 'updatedAt'
  | 'reason'
>

export type BookDifferencesTable = {
  id: string
  kind: DifferenceKind
  stripeAccountId: string
  paymentIntentId: string | null
  purchaseId: string | null
  details: Json<Record<string, unknown>>
  foundAt: CreatedAt
  settledAt: Date | null
  /** Also null when the user was erased. */
  settledBy: string | null
  settledNote: string | null
}

export type BookDifferencesView = View<BookDifferencesTable, 'settledAt'>

/** A charge that the buyer's bank reverses, or asks about. */
export type DisputesTable = {
  /** The provider's. */
  id: string
  sellerId: string
  purchaseId: string
  /** In the provider's spelling; it may have newer statuses. */
  status: string
  reason: string
  amount: number
  currency: string
  /** The provider's deadline for evidence; null once there is nothing to answer. */
  evidenceDueAt: Date | null
  createdAt: Date
  updatedAt: Date
  /** The last recorded final status, or null if there is none. */
  notedAs: string | null
}

export type DisputesView = View<
  DisputesTable,
  | 'id'
  | 'sellerId'
  | 'purchaseId'
  | 'status'
  | 'reason'
  | 'amount'
  | 'currency'
  | 'evidenceDueAt'
  | 'createdAt'
  | 'updatedAt'
>

/** A dispute's outcome; `closed`: the bank had only asked, and no longer does. */
export type DisputeOutcome = 'won' | 'lost' | 'closed'

/** A payment page's views in each of the 96 quarter hours of a day in UTC. */
export type FormViewsTable = { sellerId: string; formId: string; day: string; views: number[] }

export type FormViewsView = View<FormViewsTable, 'sellerId' | 'formId' | 'day' | 'views'>

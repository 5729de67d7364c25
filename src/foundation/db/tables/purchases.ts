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

/** The kinds of purchases. All other kinds belong to an order. `payoff` is an early payoff. */
export const purchaseKinds = ['order', 'offer', 'renewal', 'payoff'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

/**
 * The person who requested a refund. `withdrawal` means that the buyer withdrew, `provider` that the seller refunded on
 * Stripe.
 */
export type RefundRequester = 'seller' | 'buyer' | 'withdrawal' | 'provider' | 'vat'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

export type DifferenceKind =
  | 'charge_without_purchase'
  | 'purchase_without_charge'
  | 'amount_differs'
  | 'refund_missing'
  | 'refund_differs'
  | 'fee_differs'

/** The events of a purchase other than its payment. */
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
  /** The price of the form that the buyer chose, or null for the form's original price. */
  priceId: string | null
  kind: Defaulted<PurchaseKind>
  /** The first purchase of its subscription, or the order to which it was added. Null for an order itself. */
  orderId: string | null
  idempotencyKey: string
  /** Distinguishes the request from others with the same key. Null for a renewal, which has no request. */
  fingerprint: string | null
  /** The quote with which it is paid, or null if the request had none. */
  quoteId: string | null
  status: PurchaseStatus
  /** A digest of the network from which it was ordered. Null if unknown, and for purchases after an order. */
  network: Defaulted<string | null>
  /** The email as the buyer wrote it. Empty once the sale is anonymized. */
  email: string
  /** The email address to use instead, after the seller corrected it. */
  mailTo: string | null
  /** The generation of the buyer's key, which is incremented with each corrected address. */
  keyGeneration: Defaulted<number>
  name: string
  /** The customer who bought it. Null until it is paid, and for some renewals shortly after that. */
  customerId: string | null
  currency: string
  subtotal: number
  taxAmount: number
  total: number
  /** The stock from which its items are taken, or null if there is no limit. */
  stockId: string | null
  /** The coupon's code as its seller wrote it, or null if there is none. */
  couponCode: string | null
  /** The coupon's discount on all lines, before added tax. */
  discountAmount: Defaulted<number>
  /** The application fee contained in `total`: the planned fee until it is paid, and then the actual one. */
  applicationFeeAmount: Defaulted<number>
  /** The provider's calculation of the tax, or null if the provider did not calculate it. */
  taxCalculation: string | null
  oneTimeOfferCount: number
  /** The seller's invoice details at the time of payment. */
  sellerDetailsId: string | null
  /** The country of the seller's connected account at the time of payment, or null if unknown. */
  accountCountry: Defaulted<string | null>
  /** The seller's withdrawal policy at the time of payment, or null if none was set. */
  policyId: string | null
  /**
   * The kind of early start (before the withdrawal period ends) that the buyer was asked to agree to, or null if there
   * was none. Only for orders.
   */
  consentAsked: EarlyStart | null
  /** When the buyer first opened the contents, or null if never. */
  begunAt: Date | null
  /** The day on which the goods arrived according to the seller, such as "2026-11-22". */
  deliveredOn: string | null
  /** The bumps that the page offered, chosen or not. Null for purchases without a page, such as a renewal. */
  offeredBumpIds: string[] | null
  /** The language of the buyer's browser, whose formats are used in emails, or null if unknown. */
  locale: string | null
  /** The language of its pages, emails and documents, such as `de`. */
  language: Defaulted<string>
  /** The version of the form on which it was bought. Null if the purchase is older than versions or had no page. */
  formVersion: number | null
  /** Where the order's buyer came from (`PurchaseSource`), or null if unknown. */
  source: SourceColumn | null
  /** The recovery whose link the buyer followed, or null if there was none. The recovery can have been deleted. */
  recoveryId: string | null
  stripeAccountId: string
  paymentMethodId: string | null
  /** The token from the browser's payment fields. Null for a saved payment method, or if nothing is due. */
  confirmationTokenId: string | null
  /** The type of the payment method, such as "ideal". Null for a card, or if not known yet. */
  paymentMethodType: string | null
  /** The time until which the bank can process the payment, by the rules of the payment method. */
  settlesBy: Date | null
  /** The card's brand as the provider spells it, such as "visa". */
  cardBrand: string | null
  cardLast4: string | null
  /** The ISO 3166-1 code of the country in which the card was issued, or null if unknown. */
  cardCountry: Defaulted<string | null>
  stripeCustomerId: string | null
  paymentIntentId: string | null
  /** The invoice of a renewal. Null without one, and for the order itself. */
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
  | 'taxCalculation'
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
  | 'cardCountry'
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

export type PurchaseTransitionsTable = {
  id: Generated<number>
  purchaseId: string
  status: PurchaseStatus
  cause: string
  at: CreatedAt
  /** The event, or null for a change to the payment itself. `state` is the payment's state at that time. */
  event: PurchaseEvent | null
  /** The id of the refund, dispute or failed invoice that the event is about. */
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
  /** Distinguishes the request from others with the same key. Null for a refund made at the provider. */
  fingerprint: string | null
  requestedBy: RefundRequester
  status: RefundStatus
  amount: number
  /** The part of `amount` that is tax. */
  taxAmount: number
  stripeRefundId: string | null
  failureReason: string | null
  /** The reason that the seller noted for their team. */
  reason: string | null
  /** How often the refund was restarted with another provider key. */
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
  /** The member who settled it. Also null if that user was erased. */
  settledBy: string | null
  settledNote: string | null
}

export type BookDifferencesView = View<BookDifferencesTable, 'settledAt'>

/** A charge that the buyer's bank reverses or asks about. */
export type DisputesTable = {
  /** The provider's. */
  id: string
  sellerId: string
  purchaseId: string
  /** The status as the provider spells it. There may be newer statuses. */
  status: string
  reason: string
  amount: number
  currency: string
  /** The provider's deadline for evidence, or null once there is nothing to respond to. */
  evidenceDueAt: Date | null
  createdAt: Date
  updatedAt: Date
  /** The last final status that was recorded, or null if there is none. */
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

/** The outcome of a dispute. `closed` means that the bank had only asked and no longer does. */
export type DisputeOutcome = 'won' | 'lost' | 'closed'

/** The views of a payment page in each of the 96 quarter hours of a day in UTC. */
export type FormViewsTable = { sellerId: string; formId: string; day: string; views: number[] }

export type FormViewsView = View<FormViewsTable, 'sellerId' | 'formId' | 'day' | 'views'>

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

/** All but an order name the order that they belong to; `payoff` pays the rest of its plan at once. */
export const purchaseKinds = ['order', 'offer', 'renewal', 'payoff'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

/** `withdrawal`: the buyer withdrew from the contract. `provider`: the seller made it there, outside of the product. */
export type RefundRequester = 'seller' | 'buyer' | 'withdrawal' | 'provider'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

export type DifferenceKind =
  | 'charge_without_purchase'
  | 'purchase_without_charge'
  | 'amount_differs'
  | 'refund_missing'
  | 'refund_differs'
  | 'fee_differs'

/** What happens to a purchase beside its payment. */
export type PurchaseEvent =
  | 'refund'
  | 'dispute'
  | 'renewal_failed'
  | 'renewal_retried'
  | 'renewal_paid'
  | 'subscription_canceled'
  | 'subscription_resumed'
  | 'price_changed'
  | 'receipt_resent'
  | 'other_amount'

export type PurchasesTable = {
  id: string
  sellerId: string
  formId: string
  /** Which of the form's prices it paid; null: the one that the form was made with. */
  priceId: string | null
  kind: Defaulted<PurchaseKind>
  /** The purchase with which it began; null for an order itself. */
  orderId: string | null
  idempotencyKey: string
  /** Tells the request that began it from others with its key; null for a renewal, which no request began. */
  fingerprint: string | null
  /** Names the quote that it is paid with; null where the request brought none. */
  quoteId: string | null
  status: PurchaseStatus
  /** The network that an order was asked for from, as a digest; null where nobody knows, and for what follows an order. */
  network: Defaulted<string | null>
  /** As the buyer wrote it; empty once the sale names nobody. */
  email: string
  /** Where mails go instead, since the seller corrected it. */
  mailTo: string | null
  /** Of which generation the key is that opens it to its buyer: the next one with each address that mails go to instead. */
  keyGeneration: Defaulted<number>
  name: string
  /** Who bought it; null until it is paid, and for a moment longer for some renewals. */
  customerId: string | null
  currency: string
  subtotal: number
  taxAmount: number
  total: number
  /** What it takes pieces of; null: there was no limit. */
  stockId: string | null
  /** The code of the coupon that it was bought with, as its seller wrote it; null: none. */
  couponCode: string | null
  /** What the coupon took off its lines, before tax that is added. */
  discountAmount: Defaulted<number>
  /** Our part of `total`: what is to be taken until it is paid, then what the provider took. */
  applicationFeeAmount: Defaulted<number>
  oneTimeOfferCount: number
  /** What the invoice says of the seller: what they had set when it was paid. */
  sellerDetailsId: string | null
  /** Where the seller's account at the provider was when it was paid; null: nobody knows. */
  accountCountry: Defaulted<string | null>
  /** The seller's policy when it was paid; null: they had set none. */
  policyId: string | null
  /** What the buyer was asked to let begin before the withdrawal period ends; null: nothing. Of an order alone. */
  consentAsked: EarlyStart | null
  /** When its buyer first opened something that it gives; null: never. */
  begunAt: Date | null
  /** When its goods arrived, as the seller says, "2026-11-22". */
  deliveredOn: string | null
  /** The bumps that its page offered, chosen or not; null for what no page offers any, such as a renewal. */
  offeredBumpIds: string[] | null
  /** The language that the buyer's browser asked for first, whose formats they are written to in; null: not known. */
  locale: string | null
  stripeAccountId: string
  paymentMethodId: string | null
  /** What the browser's fields held, as it was to pay; null where a payment method was named, or nothing is paid. */
  confirmationTokenId: string | null
  /** How it was paid, as the provider names it, such as "ideal"; null: by card, or not known yet. */
  paymentMethodType: string | null
  /** While the bank has it: when that is over, by the rules of what pays. */
  settlesBy: Date | null
  /** What paid, as the provider names it, such as "visa". */
  cardBrand: string | null
  cardLast4: string | null
  stripeCustomerId: string | null
  paymentIntentId: string | null
  /** The invoice that a renewal is; null for what was paid without one, and for the order that began it. */
  stripeInvoiceId: string | null
  failureReason: string | null
  failureMessage: string | null
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  paidAt: Date | null
}

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
>

export type PurchaseLinesTable = {
  purchaseId: string
  position: number
  kind: 'form' | 'setup' | 'bump' | 'offer'
  bumpId: string | null
  offerId: string | null
  title: string
  /** How many were bought; the amounts are of all of them. */
  quantity: Defaulted<number>
  subtotal: number
  taxAmount: number
  total: number
  /** What a coupon took off it, before tax that is added; its list price is that much higher. */
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
>

export type PurchaseTransitionsTable = {
  id: Generated<number>
  purchaseId: string
  status: PurchaseStatus
  cause: string
  at: CreatedAt
  /** What happened, where it is no move of the payment alone; its state is what it was then. */
  event: PurchaseEvent | null
  /** The id of what happened: of the refund, of the dispute, of the invoice that could not be charged. */
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
  /** Tells the request from others with its key; null for a refund that was made at the provider. */
  fingerprint: string | null
  requestedBy: RefundRequester
  status: RefundStatus
  amount: number
  /** The part of `amount` that is tax. */
  taxAmount: number
  stripeRefundId: string | null
  failureReason: string | null
  /** How often it was begun anew under another key of the provider's. */
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
  /** Null as well when the user is gone. */
  settledBy: string | null
  settledNote: string | null
}

export type BookDifferencesView = View<BookDifferencesTable, 'settledAt'>

/** A charge that the buyer's bank takes back, or asks about. */
export type DisputesTable = {
  /** The provider's. */
  id: string
  sellerId: string
  purchaseId: string
  /** As the provider spells it; it may know more states than we do. */
  status: string
  reason: string
  amount: number
  currency: string
  /** Until when the provider takes evidence; null once there is nothing to answer. */
  evidenceDueAt: Date | null
  createdAt: Date
  updatedAt: Date
  /** The state in which it had ended when that was last written down; null: it never was. */
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

/** What became of a dispute; `closed`: the bank had only asked, and asks no longer. */
export type DisputeOutcome = 'won' | 'lost' | 'closed'

/** How often a payment page was viewed in each of the 96 quarters of an hour of a day of UTC. */
export type FormViewsTable = { sellerId: string; formId: string; day: string; views: number[] }

export type FormViewsView = View<FormViewsTable, 'sellerId' | 'formId' | 'day' | 'views'>

/** A time in which stolen cards are tried out on a form; it ends an hour after the last decline. */
export type CardTestingAttacksTable = {
  id: string
  formId: string
  beganAt: Date
  endsAt: Date
  declineCount: Defaulted<number>
}

export type CardTestingAttacksView = View<CardTestingAttacksTable, 'id' | 'formId' | 'endsAt'>

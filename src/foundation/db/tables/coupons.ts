import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'

/** Amounts in minor units, by currency. */
export type AmountsByCurrency = Readonly<Record<string, number>>

export type CouponsTable = {
  id: string
  sellerId: string
  /** The seller's name for the coupon. Buyers see only its code. */
  title: string
  kind: 'percent' | 'amount'
  /** The percentage as exact decimal text, or null for a fixed amount. */
  percentage: string | null
  /** The fixed discount in each currency. Empty for a percentage. */
  amounts: DefaultedJson<AmountsByCurrency>
  scope: 'form' | 'bumps' | 'order' | 'everything'
  /** How many payments of a recurring price the coupon reduces. */
  lasts: Defaulted<'once' | 'cycles' | 'forever'>
  /** Their number for `cycles`. */
  cycles: Defaulted<number | null>
  /** The minimum order in each currency. A currency that is missing has none. */
  minimums: DefaultedJson<AmountsByCurrency>
  /** The forms for which the coupon is valid, or null for all of the seller's forms. */
  formIds: string[] | null
  startsAt: Date | null
  endsAt: Date | null
  /** The time zone of the coupon's times, such as "America/Chicago". */
  zone: string
  maxRedemptions: number | null
  maxPerBuyer: number | null
  /** The number of purchases that reserve or have used the coupon. */
  taken: Defaulted<number>
  isActive: boolean
  /** Whether the coupon makes the payment page ask for a code. */
  isAskedFor: boolean
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

export type CouponsView = View<
  CouponsTable,
  | 'id'
  | 'sellerId'
  | 'kind'
  | 'percentage'
  | 'amounts'
  | 'scope'
  | 'lasts'
  | 'cycles'
  | 'minimums'
  | 'formIds'
  | 'startsAt'
  | 'endsAt'
  | 'maxRedemptions'
  | 'maxPerBuyer'
  | 'taken'
  | 'isActive'
  | 'isAskedFor'
  | 'deletedAt'
>

/** A coupon's code. Upper and lower case make no difference. */
export type CouponCodesTable = {
  id: string
  couponId: string
  sellerId: string
  code: string
  /** The person or group the code is for, in the seller's words. */
  label: string
  maxRedemptions: number | null
  taken: Defaulted<number>
  createdAt: CreatedAt
  deletedAt: Date | null
}

export type CouponCodesView = View<
  CouponCodesTable,
  'id' | 'couponId' | 'sellerId' | 'code' | 'maxRedemptions' | 'taken' | 'deletedAt'
>

/** The use of a coupon and its code by a purchase. */
export type RedemptionsTable = {
  purchaseId: string
  couponId: string
  codeId: string
  /** Identifies the buyer: a digest of the email address in lower case, without the parts that mail servers ignore. */
  emailKey: string
  /** The provider's fingerprint of the card. Null without a card payment, or if it was not requested. */
  cardFingerprint: string | null
  /** Identifies the payer if the check was not by card. */
  paidBy: Defaulted<string | null>
  /** A digest of the network that made the request. Null once paid. */
  network: Defaulted<string | null>
  /**
   * The state of the use. `waiting` means that the buyer's bank is processing the payment. It does not reduce the uses
   * left for others, but counts toward its buyer's limit.
   */
  state: 'held' | 'waiting' | 'used' | 'released'
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type RedemptionsView = View<RedemptionsTable, 'purchaseId' | 'couponId'>

import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'

/** Minor units by currency. */
export type AmountsByCurrency = Readonly<Record<string, number>>

export type CouponsTable = {
  id: string
  sellerId: string
  /** The seller's name for it; buyers read its code. */
  title: string
  kind: 'percent' | 'amount'
  /** Exact decimal text; null for a fixed amount. */
  percentage: string | null
  /** The fixed discount per currency; empty for a percentage. */
  amounts: DefaultedJson<AmountsByCurrency>
  scope: 'form' | 'bumps' | 'order' | 'everything'
  /** How many payments of a recurring price are discounted. */
  lasts: Defaulted<'once' | 'cycles' | 'forever'>
  /** Their number for `cycles`. */
  cycles: Defaulted<number | null>
  /** The minimum order; a currency without one has none. */
  minimums: DefaultedJson<AmountsByCurrency>
  /** The forms it is for; null: all of the seller's. */
  formIds: string[] | null
  startsAt: Date | null
  endsAt: Date | null
  /** The zone of its times, "America/Chicago". */
  zone: string
  maxRedemptions: number | null
  maxPerBuyer: number | null
  /** How many purchases hold or have used it. */
  taken: Defaulted<number>
  isActive: boolean
  /** Whether it makes the payment page ask for a code. */
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

/** A coupon's code; compared without case. */
export type CouponCodesTable = {
  id: string
  couponId: string
  sellerId: string
  code: string
  /** Its recipient, in the seller's words. */
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

/** A purchase's use of a coupon and its code. */
export type RedemptionsTable = {
  purchaseId: string
  couponId: string
  codeId: string
  /** Identifies buyers: a digest of the email in lower case, without parts mail servers ignore. */
  emailKey: string
  /** The provider's; null without a card payment, or if not requested. */
  cardFingerprint: string | null
  /** A digest of the requesting network; null once paid. */
  network: Defaulted<string | null>
  /** `waiting` means that its bank has it. It takes no item from others, but counts toward its buyer's limit. */
  state: 'held' | 'waiting' | 'used' | 'released'
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type RedemptionsView = View<RedemptionsTable, 'purchaseId' | 'couponId'>

import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'

/** Minor units by currency. */
export type AmountsByCurrency = Readonly<Record<string, number>>

export type CouponsTable = {
  id: string
  sellerId: string
  /** What its seller calls it; buyers read its code. */
  title: string
  kind: 'percent' | 'amount'
  /** Exact decimal text; null where it takes an amount off. */
  percentage: string | null
  /** What it takes off, in each currency that it is for; empty where it takes a percentage. */
  amounts: DefaultedJson<AmountsByCurrency>
  scope: 'form' | 'bumps' | 'order' | 'everything'
  /** Of how many payments of a recurring price it is taken off. */
  lasts: Defaulted<'once' | 'cycles' | 'forever'>
  /** How many, where it lasts for `cycles`. */
  cycles: Defaulted<number | null>
  /** What an order has to come to; a currency without one has none. */
  minimums: DefaultedJson<AmountsByCurrency>
  /** The forms that it is for; null: all of the seller's. */
  formIds: string[] | null
  startsAt: Date | null
  endsAt: Date | null
  /** Whose clock its times are written by, "America/Chicago". */
  zone: string
  maxRedemptions: number | null
  maxPerBuyer: number | null
  /** How many purchases hold or have used it. */
  taken: Defaulted<number>
  isActive: boolean
  /** Whether the payment page asks for a code because of it. */
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

/** What a coupon is asked for by; compared without case. */
export type CouponCodesTable = {
  id: string
  couponId: string
  sellerId: string
  code: string
  /** Whom it was given to, in the seller's words. */
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

/** The place that a purchase takes of a coupon and its code. */
export type RedemptionsTable = {
  purchaseId: string
  couponId: string
  codeId: string
  /** Tells buyers apart: the email in lower case, without what mail servers ignore, as a digest. */
  emailKey: string
  /** The provider's; null where no card paid or nobody asked. */
  cardFingerprint: string | null
  /** The network that it was asked from, as a digest; null once it is paid. */
  network: Defaulted<string | null>
  /** `waiting`: its bank has it, and it keeps no place from others; its buyer's own limit counts it. */
  state: 'held' | 'waiting' | 'used' | 'released'
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type RedemptionsView = View<RedemptionsTable, 'purchaseId' | 'couponId'>

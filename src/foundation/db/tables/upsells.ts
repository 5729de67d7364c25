import type { Defaulted, View } from '../driver/column-types.ts'
/** Why an offer ended without a sale: declined, or no longer sold. */
export type OfferClosing = 'declined' | 'withdrawn'

export type ShownOffersTable = {
  id: string
  sellerId: string
  orderId: string
  position: number
  /** An offer, or a bump shown as one: one of the two is set. */
  offerId: string | null
  bumpId: string | null
  title: string
  /** The title in the seller's own words, or null if it is the same. */
  sellerTitle: string | null
  /** Its texts that are in the order's language; the others are in the seller's. */
  translated: Defaulted<string[]>
  description: string
  image: string
  acceptButtonText: string
  declineButtonText: string
  subtotal: number
  taxAmount: number
  total: number
  /** The order's coupon discount on it, before tax that is added. */
  discountAmount: Defaulted<number>
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
  /** The last attempt to pay it. */
  purchaseId: string | null
  shownAt: Date
  closedAs: OfferClosing | null
  closedAt: Date | null
}

export type ShownOffersView = View<
  ShownOffersTable,
  | 'id'
  | 'sellerId'
  | 'orderId'
  | 'offerId'
  | 'bumpId'
  | 'title'
  | 'total'
  | 'purchaseId'
  | 'shownAt'
  | 'closedAs'
  | 'closedAt'
  | 'sellerTitle'
>

import type { Defaulted, View } from '../driver/column-types.ts'
/** How an offer that was not taken came to its end: its buyer said no, or its seller no longer sells it. */
export type OfferClosing = 'declined' | 'withdrawn'

export type ShownOffersTable = {
  id: string
  sellerId: string
  orderId: string
  position: number
  /** An offer, or a bump that is shown as one: one of the two is set. */
  offerId: string | null
  bumpId: string | null
  title: string
  description: string
  image: string
  acceptButtonText: string
  declineButtonText: string
  subtotal: number
  taxAmount: number
  total: number
  /** What the order's coupon takes off it, before tax that is added. */
  discountAmount: Defaulted<number>
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
  /** The last try to pay it. */
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
>

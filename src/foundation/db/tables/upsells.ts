import type { Defaulted, View } from '../driver/column-types.ts'
import type { TaxTreatment } from './taxes.ts'

/** Why an offer ended without a sale: the buyer declined it, or it is no longer sold. */
export type OfferClosing = 'declined' | 'withdrawn'

export type ShownOffersTable = {
  id: string
  sellerId: string
  orderId: string
  position: number
  /** The offer, or a bump that is shown as one. Exactly one of the two is set. */
  offerId: string | null
  bumpId: string | null
  title: string
  /** The title in the seller's own words, or null if it is the same. */
  sellerTitle: string | null
  /** The names of the offer's texts that are in the order's language. The others are in the seller's language. */
  translated: Defaulted<string[]>
  description: string
  image: string
  acceptButtonText: string
  declineButtonText: string
  subtotal: number
  taxAmount: number
  total: number
  /** The order's coupon discount on the offer, before added tax. */
  discountAmount: Defaulted<number>
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
  taxTreatment: Defaulted<TaxTreatment | null>
  taxCountry: Defaulted<string | null>
  /** The last attempt to pay for the offer. */
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

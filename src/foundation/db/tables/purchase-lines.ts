import type { Defaulted, View } from '../driver/column-types.ts'
import type { TaxTreatment } from './taxes.ts'

export type PurchaseLinesTable = {
  purchaseId: string
  position: number
  kind: 'form' | 'setup' | 'bump' | 'offer'
  bumpId: string | null
  offerId: string | null
  title: string
  /** The title in the seller's own words; null: the same. */
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
  /** Null: a rate applies, which may be none. */
  taxTreatment: Defaulted<TaxTreatment | null>
  /** The country whose tax it is; null: the form has one rate for all. */
  taxCountry: Defaulted<string | null>
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
  | 'taxTreatment'
  | 'taxCountry'
>

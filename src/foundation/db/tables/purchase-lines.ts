import type { Defaulted, View } from '../driver/column-types.ts'
import type { TaxTreatment } from './taxes.ts'

export type PurchaseLinesTable = {
  purchaseId: string
  position: number
  kind: 'form' | 'setup' | 'bump' | 'offer'
  bumpId: string | null
  offerId: string | null
  title: string
  /** The title before translation, or null if it is the same as `title`. */
  sellerTitle: string | null
  /** The quantity. The amounts are for the whole quantity. */
  quantity: Defaulted<number>
  subtotal: number
  taxAmount: number
  total: number
  /** The coupon's discount on the line, before added tax. The list price is higher by this amount. */
  discountAmount: Defaulted<number>
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
  /** Why no tax applies. Null if a rate applies, even if it is zero. */
  taxTreatment: Defaulted<TaxTreatment | null>
  /** The country whose tax applies, or null if the form has one rate for all countries. */
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

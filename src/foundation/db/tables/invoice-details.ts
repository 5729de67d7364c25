import type { CreatedAt, View } from '../driver/column-types.ts'

/** A version of a seller's invoice details. It never changes, because paid purchases refer to it. */
export type SellerDetailsTable = {
  id: string
  sellerId: string
  /** The shop's name at the time, or null in versions from before names could change. */
  shopName: string | null
  name: string | null
  addressLine1: string | null
  addressLine2: string | null
  postalCode: string | null
  city: string | null
  /** A code of ISO 3166-1. */
  country: string | null
  taxNumber: string | null
  note: string | null
  createdAt: CreatedAt
}

export type SellerDetailsView = View<
  SellerDetailsTable,
  | 'id'
  | 'shopName'
  | 'name'
  | 'addressLine1'
  | 'addressLine2'
  | 'postalCode'
  | 'city'
  | 'country'
  | 'taxNumber'
  | 'note'
  | 'createdAt'
>

/** The buyer's details for the invoice of a purchase, in addition to name and email. */
export type BuyerDetailsTable = {
  purchaseId: string
  name: string | null
  addressLine1: string | null
  addressLine2: string | null
  postalCode: string | null
  city: string | null
  /** A code of ISO 3166-1. */
  country: string | null
  taxNumber: string | null
  /** The country that the buyer gave before paying, or null if they were not asked. Later changes do not affect it. */
  askedCountry: string | null
  updatedAt: Date
}

export type BuyerDetailsView = View<
  BuyerDetailsTable,
  | 'purchaseId'
  | 'name'
  | 'addressLine1'
  | 'addressLine2'
  | 'postalCode'
  | 'city'
  | 'country'
  | 'taxNumber'
  | 'updatedAt'
  | 'askedCountry'
>

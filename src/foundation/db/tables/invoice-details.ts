import type { CreatedAt, View } from '../driver/column-types.ts'

/** What invoices say of a seller, version by version: a version never changes, since paid purchases refer to it. */
export type SellerDetailsTable = {
  id: string
  sellerId: string
  /** What the shop was called then; null in versions from before its name could change. */
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

/** What the invoice of a purchase says of its buyer beside name and email. */
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
>

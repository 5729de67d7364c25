import type { View } from '../driver/column-types.ts'
import type { GeneratedAlways } from 'kysely'

/** A seller's customer. The row of an erased customer stays for the purchases that refer to it. */
export type CustomersTable = {
  id: string
  sellerId: string
  /** The email address in lower case, which identifies the customer's purchases. Null once erased. */
  emailKey: string | null
  email: string | null
  /** The email address in lower case, without a part after a plus sign. */
  plainEmail: GeneratedAlways<string | null>
  /** The name in the customer's first purchase. */
  name: string
  firstPaidAt: Date
  /** Another customer into which the seller merged this one. Purchases from this address belong to that customer. */
  mergedInto: string | null
  erasedAt: Date | null
}

export type CustomersView = View<CustomersTable, 'id' | 'sellerId' | 'emailKey' | 'mergedInto' | 'erasedAt'>

/**
 * A customer's payments in a currency minus refunds, in its minor units. A row without a currency marks a
 * change, so that the sums are computed again.
 */
export type CustomerTotalsTable = { customerId: string; sellerId: string; currency: string; total: number }

export type CustomerTagsTable = { customerId: string; sellerId: string; tag: string }

export type CustomerNotesTable = {
  id: string
  customerId: string
  text: string
  /** The member who wrote it. Null if that user was erased. */
  writtenBy: string | null
  writtenAt: Date
}

/** An email address that a seller corrected. This record is deleted only together with the customer. */
export type CustomerCorrectionsTable = {
  id: string
  customerId: string
  fromEmail: string
  toEmail: string
  /** The member who corrected it. Null if that user was erased. */
  correctedBy: string | null
  correctedAt: Date
}

export type CustomerMergesTable = {
  goneId: string
  keptId: string
  /** The member who wrote it. Null if that user was erased. */
  mergedBy: string | null
  mergedAt: Date
  /** The reassigned purchases. */
  purchaseIds: string[]
}

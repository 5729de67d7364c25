import type { View } from '../driver/column-types.ts'
import type { GeneratedAlways } from 'kysely'

/** A seller's buyer. An erased one keeps the row, for the purchases that refer to it. */
export type CustomersTable = {
  id: string
  sellerId: string
  /** The email address in lower case, which links purchases; null once erased. */
  emailKey: string | null
  email: string | null
  /** The address in lower case, without the part after a plus sign. */
  plainEmail: GeneratedAlways<string | null>
  /** As in the first purchase. */
  name: string
  firstPaidAt: Date
  /** Another customer the seller merged this one into: purchases from this address are theirs. */
  mergedInto: string | null
  erasedAt: Date | null
}

export type CustomersView = View<CustomersTable, 'id' | 'sellerId' | 'emailKey' | 'mergedInto' | 'erasedAt'>

/**
 * A customer's payments in a currency, minus refunds, in its minor units. A row without a currency marks a change, so
 * they are summed anew.
 */
export type CustomerTotalsTable = { customerId: string; sellerId: string; currency: string; total: number }

export type CustomerTagsTable = { customerId: string; sellerId: string; tag: string }

export type CustomerNotesTable = {
  id: string
  customerId: string
  text: string
  /** Also null when the user was erased. */
  writtenBy: string | null
  writtenAt: Date
}

/** An address a seller corrected: a record deleted only with the customer. */
export type CustomerCorrectionsTable = {
  id: string
  customerId: string
  fromEmail: string
  toEmail: string
  /** Also null when the user was erased. */
  correctedBy: string | null
  correctedAt: Date
}

export type CustomerMergesTable = {
  goneId: string
  keptId: string
  /** Also null when the user was erased. */
  mergedBy: string | null
  mergedAt: Date
  /** The reassigned purchases. */
  purchaseIds: string[]
}

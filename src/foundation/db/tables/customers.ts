import type { View } from '../driver/column-types.ts'
import type { GeneratedAlways } from 'kysely'

/** Who bought from a seller. Who was erased keeps the row, for the purchases that refer to it. */
export type CustomersTable = {
  id: string
  sellerId: string
  /** The address in lower case, by which a purchase finds its customer; null for who was erased. */
  emailKey: string | null
  email: string | null
  /** The address in lower case, without what stands after a plus sign. */
  plainEmail: GeneratedAlways<string | null>
  /** As in the first purchase. */
  name: string
  firstPaidAt: Date
  /** Whom the seller took for the same person: purchases of this address are theirs. */
  mergedInto: string | null
  erasedAt: Date | null
}

export type CustomersView = View<CustomersTable, 'id' | 'sellerId' | 'emailKey' | 'mergedInto' | 'erasedAt'>

/**
 * What a customer has paid in a currency, less what went back, in its minor units. A row without a currency says that
 * something of theirs has changed, so that they are to be summed anew.
 */
export type CustomerTotalsTable = { customerId: string; sellerId: string; currency: string; total: number }

export type CustomerTagsTable = { customerId: string; sellerId: string; tag: string }

export type CustomerNotesTable = {
  id: string
  customerId: string
  text: string
  /** Null as well when the user is gone. */
  writtenBy: string | null
  writtenAt: Date
}

/** An address that a seller corrected: a record, which goes with the customer alone. */
export type CustomerCorrectionsTable = {
  id: string
  customerId: string
  fromEmail: string
  toEmail: string
  /** Null as well when the user is gone. */
  correctedBy: string | null
  correctedAt: Date
}

export type CustomerMergesTable = {
  goneId: string
  keptId: string
  /** Null as well when the user is gone. */
  mergedBy: string | null
  mergedAt: Date
  /** The purchases that changed hands. */
  purchaseIds: string[]
}

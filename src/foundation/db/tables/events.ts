import type { Generated } from 'kysely'
import type { View } from '../driver/column-types.ts'

/**
 * Something that happened in a shop, for its seller's programs. The ids are in the order of commits, so that
 * none is ever skipped.
 */
export type EventsTable = {
  id: Generated<number>
  /** The id that receivers get. A restored database can use an `id` again, but never this one. */
  publicId: Generated<string>
  sellerId: string
  type: string
  /** The id of the refund, dispute, subscription, invoice, customer, payout, form or purchase that it is about. */
  objectId: string
  /** The purchase to which it belongs, or null if there is none. It can have been deleted. */
  purchaseId: string | null
  /** The form of an event without a purchase, or null if there is none. */
  formId: string | null
  happenedAt: Date
  /** The row from which the event was made. Each row leads to only one event of a type. */
  sourceId: string
}

export type EventsView = View<
  EventsTable,
  'id' | 'publicId' | 'sellerId' | 'type' | 'objectId' | 'purchaseId' | 'formId' | 'happenedAt'
>

/** An event about a change outside of the purchase history, until it is collected. */
export type PendingEventsTable = {
  id: Generated<number>
  sellerId: string
  type: string
  objectId: string
  purchaseId: string | null
  formId: string | null
  happenedAt: Date
}

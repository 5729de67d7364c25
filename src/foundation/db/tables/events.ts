import type { Generated } from 'kysely'
import type { View } from '../driver/column-types.ts'

/** What happened in a shop, for its seller's programs. The ids are in the order of commits, so none is ever skipped. */
export type EventsTable = {
  id: Generated<number>
  /** The id that receivers know. A restored database can use an `id` again, but never this one. */
  publicId: Generated<string>
  sellerId: string
  type: string
  /** The refund, dispute, subscription, customer, payout or purchase it is about. */
  objectId: string
  /** The purchase it belongs to, which can be deleted, or null if there is none. */
  purchaseId: string | null
  happenedAt: Date
  /** Where it was read from: each source makes one event of a type. */
  sourceId: string
}

export type EventsView = View<
  EventsTable,
  'id' | 'publicId' | 'sellerId' | 'type' | 'objectId' | 'purchaseId' | 'happenedAt'
>

/** An event of a change outside of the purchase history, until it is collected. */
export type PendingEventsTable = {
  id: Generated<number>
  sellerId: string
  type: string
  objectId: string
  purchaseId: string | null
  happenedAt: Date
}

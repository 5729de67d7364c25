import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PendingType } from './event-types.ts'

/**
 * Records events for the seller's programs in the transaction of their change. This is for changes that are
 * not in the purchase history. It is never called during a payment.
 */
export async function recordPending(
  tx: Transaction<Database>,
  ...events: readonly {
    readonly type: PendingType
    readonly sellerId: string
    readonly objectId: string
    readonly purchaseId?: string | null
    /** The form, for an event without a purchase. */
    readonly formId?: string
    readonly at: Date
  }[]
): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('pendingEvents')
    .values(
      events.map(({ purchaseId = null, formId = null, at: happenedAt, ...event }) => ({
        ...event,
        purchaseId,
        formId,
        happenedAt,
      })),
    )
    .execute()
}

export type PendingEvent = {
  readonly id: number
  readonly sellerId: string
  readonly type: string
  readonly objectId: string
  readonly purchaseId: string | null
  readonly formId: string | null
  readonly happenedAt: Date
}

/** Returns and deletes the oldest pending events. The caller stores them in the same transaction. */
export async function takePending(tx: Transaction<Database>, limit: number): Promise<PendingEvent[]> {
  const { rows } = await sql<PendingEvent>`
    with taken as (
      delete from pending_events where id = any(array(
        select id from pending_events order by id limit ${limit} for update skip locked
      ))
      returning id, seller_id, type, object_id, purchase_id, form_id, happened_at
    )
    select * from taken order by id`.execute(tx)
  return rows
}

import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { EventQuery } from './contract.ts'
import type { EventRow } from './describe-event.ts'

const columns = ['id', 'publicId', 'sellerId', 'type', 'objectId', 'purchaseId', 'happenedAt'] as const

/** A page of events and one row more. */
export async function listEvents(
  db: Kysely<Database>,
  sellerId: string,
  { after, before, type, q, limit }: EventQuery,
): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .select(columns)
    .where('sellerId', '=', sellerId)
    .$if(after !== undefined, (events) => events.where('id', '>', after ?? 0))
    .$if(before !== undefined, (events) => events.where('id', '<', before ?? 0))
    .$if(type !== undefined, (events) => events.where('type', '=', type ?? ''))
    .$if(q !== '', (events) =>
      events.where((event) =>
        event.or([
          event('objectId', '=', q),
          ...(isId(q) ? [event('purchaseId', '=', q), event('publicId', '=', q)] : []),
        ]),
      ),
    )
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()
}

export async function findEvent(
  db: Kysely<Database>,
  sellerId: string,
  publicId: string,
): Promise<EventRow | undefined> {
  return db
    .selectFrom('events')
    .select(columns)
    .where('sellerId', '=', sellerId)
    .where('publicId', '=', publicId)
    .executeTakeFirst()
}

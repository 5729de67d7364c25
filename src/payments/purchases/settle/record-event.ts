import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PurchaseEvent } from '#foundation/db/tables/purchases.ts'

/** An event in a purchase's history other than its payment. `subject` is the id of what caused it. */
export type Happened = { readonly event: PurchaseEvent; readonly subject: string }

/**
 * Records an event in a purchase's history, in the transaction that caused it. The state stays the same.
 * Notifications are made from it. Returns the entry.
 */
export async function recordEvent(
  tx: Transaction<Database>,
  purchaseId: string,
  { event, subject }: Happened,
  cause: string,
): Promise<{ readonly id: number; readonly at: Date }> {
  return tx
    .insertInto('purchaseTransitions')
    .columns(['purchaseId', 'status', 'cause', 'event', 'subject'])
    .expression((query) =>
      query
        .selectFrom('purchases')
        .select(['id', 'status', sql<string>`${cause}::text`.as('cause')])
        .select([sql<PurchaseEvent>`${event}::text`.as('event'), sql<string>`${subject}::text`.as('subject')])
        .where('id', '=', purchaseId),
    )
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow()
}

export async function hasHappened(
  db: Kysely<Database>,
  purchaseId: string,
  { event, subject }: Happened,
  cause?: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('purchaseTransitions')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('event', '=', event)
    .where('subject', '=', subject)
    .$if(cause !== undefined, (entries) => entries.where('cause', '=', cause ?? ''))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

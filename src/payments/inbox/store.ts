import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ProviderEvent } from '#foundation/card-provider/webhooks.ts'
import { secondsAfter } from '#foundation/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

export type StoredEvent = Pick<
  Selectable<Database['webhookEvents']>,
  'id' | 'stripeAccountId' | 'type' | 'payload' | 'attempts' | 'receivedAt'
>

/** Stores a delivery once, however often it comes. */
export async function storeEvent(db: Kysely<Database>, event: ProviderEvent, now: Date): Promise<void> {
  await db
    .insertInto('webhookEvents')
    .values({
      id: event.id,
      stripeAccountId: event.account,
      type: event.type,
      payload: JSON.stringify(event.body),
      receivedAt: now,
      nextAttemptAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Takes events that are due, and keeps others off them for a minute. */
export async function claimDueEvents(db: Kysely<Database>, now: Date, limit: number): Promise<StoredEvent[]> {
  return db
    .updateTable('webhookEvents')
    .set({ nextAttemptAt: secondsAfter(now, 60), attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (due) =>
      due
        .selectFrom('webhookEvents')
        .select('id')
        .where('nextAttemptAt', '<=', now)
        .orderBy('nextAttemptAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'stripeAccountId', 'type', 'payload', 'attempts', 'receivedAt'])
    .execute()
}

export async function finishEvent(
  db: Kysely<Database> | Transaction<Database>,
  id: string,
  outcome: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('webhookEvents')
    .set({ doneAt: now, outcome, nextAttemptAt: null })
    .where('id', '=', id)
    .execute()
}

export async function postponeEvent(db: Kysely<Database>, id: string, until: Date): Promise<void> {
  await db.updateTable('webhookEvents').set({ nextAttemptAt: until }).where('id', '=', id).execute()
}

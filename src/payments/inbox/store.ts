import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ProviderEvent } from '#foundation/card-provider/webhooks.ts'
import { secondsAfter } from '#foundation/clock.ts'
import { prepare } from '#foundation/db/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'

export type StoredEvent = Pick<
  Selectable<Database['webhookEvents']>,
  'id' | 'stripeAccountId' | 'type' | 'payload' | 'attempts' | 'receivedAt'
>

/** Stores a delivery once, however often it comes. */
export async function storeEvent(db: Kysely<Database>, event: ProviderEvent, now: Date): Promise<void> {
  const { id, account, type, body } = event
  await insertEvent(db, { id, account, type, payload: JSON.stringify(body), now })
}

type NewEvent = Pick<ProviderEvent, 'id' | 'account' | 'type'> & {
  readonly payload: string
  readonly now: Date
}

const insertEvent = prepare((db, { id, account, type, payload, now }: NewEvent) =>
  db
    .insertInto('webhookEvents')
    .values({ id, stripeAccountId: account, type, payload, receivedAt: now, nextAttemptAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** Takes events that are due, and keeps others off them for a minute. */
export async function claimDueEvents(db: Kysely<Database>, now: Date, limit: number): Promise<StoredEvent[]> {
  return takeDue(db, { now, limit, until: secondsAfter(now, 60) })
}

type Due = { readonly now: Date; readonly limit: number; readonly until: Date }

const takeDue = prepare((db, { now, limit, until }: Due) =>
  db
    .updateTable('webhookEvents')
    .set({ nextAttemptAt: until, attempts: sql<number>`attempts + 1` })
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
    .returning(['id', 'stripeAccountId', 'type', 'payload', 'attempts', 'receivedAt']),
)

export async function finishEvent(
  db: Kysely<Database> | Transaction<Database>,
  id: string,
  outcome: string,
  now: Date,
): Promise<void> {
  await closeEvent(db, { id, outcome, now })
}

type Closing = { readonly id: string; readonly outcome: string; readonly now: Date }

const closeEvent = prepare((db, { id, outcome, now }: Closing) =>
  db.updateTable('webhookEvents').set({ doneAt: now, outcome, nextAttemptAt: null }).where('id', '=', id),
)

export async function postponeEvent(db: Kysely<Database>, id: string, until: Date): Promise<void> {
  await db.updateTable('webhookEvents').set({ nextAttemptAt: until }).where('id', '=', id).execute()
}

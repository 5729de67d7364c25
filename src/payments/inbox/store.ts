import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ProviderEvent } from '#foundation/card-provider/webhooks.ts'
import { prepare } from '#foundation/db/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'

export type StoredEvent = Selectable<Database['webhookEvents']>

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

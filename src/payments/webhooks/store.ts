import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ProviderEvent } from '#foundation/card-provider/webhooks.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'

export type StoredEvent = Selectable<Database['webhookEvents']>

/** The result of storing an event. `known` means that it was delivered before. */
export type Stored = 'due' | 'done' | 'known'

/**
 * Stores an event once, however often it is delivered. An event about the payment of `paidId` is done if that purchase
 * is paid. It usually is, because the response to the payment came first. An event about another PaymentIntent must be
 * processed. Returns whether the event must be processed.
 */
export async function storeEvent(
  db: Kysely<Database>,
  event: Omit<ProviderEvent, 'isTest'>,
  paidId: string | null,
  now: Date,
): Promise<Stored> {
  const { id, account, type, objectId, body } = event
  const payload = storable(JSON.stringify(body))
  const [stored] = await insertEvent(db, { id, account, type, objectId, payload, paidId, now })
  if (stored === undefined) return 'known'
  return stored.doneAt === null ? 'due' : 'done'
}

/**
 * An event as JSON for the database. The database rejects NULs and half surrogate pairs, and Stripe would keep sending
 * a rejected event for days.
 */
function storable(json: string): string {
  if (!json.includes('\\u')) return json
  return json.replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g, '$1\\ufffd')
}

type NewEvent = Pick<ProviderEvent, 'id' | 'account' | 'type' | 'objectId'> & {
  readonly payload: string
  readonly paidId: string | null
  readonly now: Date
}

const insertEvent = prepare((db, place: PlaceOf<NewEvent>) =>
  db
    .insertInto('webhookEvents')
    .columns(['id', 'stripeAccountId', 'type', 'payload', 'receivedAt', 'nextAttemptAt', 'doneAt', 'outcome'])
    .expression(
      db
        .selectFrom(
          sql<{ isTold: boolean }>`(select exists (
            select from purchases_view as purchases where id = ${place('paidId')}::uuid and stripe_account_id = ${place('account')}
              and payment_intent_id = ${place('objectId')} and status in ('paid', 'partially_refunded', 'refunded')
          ) as is_told)`.as('known'),
        )
        .select([
          sql<string>`${place('id')}::text`.as('id'),
          sql<string | null>`${place('account')}::text`.as('account'),
          sql<string>`${place('type')}::text`.as('type'),
          sql<string>`${place('payload')}::jsonb`.as('payload'),
          sql<Date>`${place('now')}::timestamptz`.as('receivedAt'),
          sql<Date | null>`case when not is_told then ${place('now')}::timestamptz end`.as('nextAttemptAt'),
          sql<Date | null>`case when is_told then ${place('now')}::timestamptz end`.as('doneAt'),
          sql<string | null>`case when is_told then 'done' end`.as('outcome'),
        ]),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('doneAt'),
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

const closeEvent = prepare((db, place: PlaceOf<Closing>) =>
  db
    .updateTable('webhookEvents')
    .set({ doneAt: place('now'), outcome: place('outcome'), nextAttemptAt: null })
    .where('id', '=', place('id')),
)

export async function postponeEvent(db: Kysely<Database>, id: string, until: Date): Promise<void> {
  await db.updateTable('webhookEvents').set({ nextAttemptAt: until }).where('id', '=', id).execute()
}

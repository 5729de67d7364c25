import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { DeliveryTry } from '#foundation/db/tables/webhook-endpoints.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { EventRow } from '#selling/events/describe-event.ts'

export type EndpointRow = Selectable<Database['webhookEndpoints']>

/**
 * Claims endpoints with due events for one process, longest waiting first, until the lease ends (in seconds). The ids
 * are selected into an array, because a query plan could run `in (… limit …)` again for each row and claim more.
 */
export async function claimEndpoints(
  db: Kysely<Database>,
  now: Date,
  {
    state,
    limit,
    lease,
  }: { readonly state: 'on' | 'failing'; readonly limit: number; readonly lease: number },
): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set leased_until = ${secondsAfter(now, lease)}
    where id = any(array(
      select id from webhook_endpoints
      where next_due_at <= ${now} and state = ${state} and (leased_until is null or leased_until <= ${now})
      order by next_due_at limit ${limit} for update skip locked
    ))
    returning *`.execute(db)
  return rows
}

export type DueDelivery = EventRow & { readonly attempts: number }

/** Claims an endpoint's due events, oldest first, until the lease ends (in seconds). */
export async function claimDeliveries(
  db: Kysely<Database>,
  endpointId: string,
  now: Date,
  { limit, lease }: { readonly limit: number; readonly lease: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with claimed as (
      update deliveries set next_attempt_at = ${secondsAfter(now, lease)}, attempts = attempts + 1
      where endpoint_id = ${endpointId} and event_id = any(array(
        select event_id from deliveries
        where endpoint_id = ${endpointId} and next_attempt_at <= ${now}
        order by next_attempt_at, event_id limit ${limit} for update skip locked
      ))
      returning event_id, attempts
    )
    select events.id, events.public_id, events.seller_id, events.type, events.object_id, events.purchase_id,
      events.happened_at, claimed.attempts
    from claimed join events_view as events on events.id = claimed.event_id
    order by events.id`.execute(db)
  return rows
}

/** Returns claimed but unsent events to the queue. */
export async function returnDeliveries(
  db: Kysely<Database>,
  endpointId: string,
  eventIds: readonly number[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ nextAttemptAt: now, attempts: sql`attempts - 1` })
    .where('endpointId', '=', endpointId)
    .where('eventId', 'in', eventIds)
    .where('doneAt', 'is', null)
    .execute()
}

/** Deletes deliveries of events that their endpoint does not need after all. */
export async function dropDeliveries(
  db: Kysely<Database>,
  endpointId: string,
  eventIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('endpointId', '=', endpointId)
    .where('eventId', 'in', eventIds)
    .execute()
}

/** `nextAttemptAt` is null if the event was delivered or is given up. */
export type TriedDelivery = {
  readonly eventId: number
  readonly isDone: boolean
  readonly nextAttemptAt: Date | null
  readonly attempt: DeliveryTry
  readonly answer: string
}

/** Records attempts to send an endpoint's events, in the endpoint's transaction. */
export async function saveTries(
  tx: Transaction<Database>,
  endpointId: string,
  tried: readonly TriedDelivery[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(
    tried.map(({ eventId, isDone, nextAttemptAt, attempt, answer }) => ({
      event_id: eventId,
      is_done: isDone,
      next_attempt_at: nextAttemptAt,
      attempt,
      answer,
    })),
  )
  await sql`
    update deliveries set
      done_at = case when tried.is_done then ${now}::timestamptz end,
      next_attempt_at = tried.next_attempt_at,
      tried_at = ${now}::timestamptz,
      tries = deliveries.tries || tried.attempt,
      answer = tried.answer
    from json_to_recordset(${rows}::json) as tried
      (event_id bigint, is_done boolean, next_attempt_at timestamptz, attempt jsonb, answer text)
    where deliveries.endpoint_id = ${endpointId} and deliveries.event_id = tried.event_id`.execute(tx)
}

export async function holdEndpoint(tx: Transaction<Database>, id: string): Promise<EndpointRow | undefined> {
  return tx.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Makes all waiting events due now, because their endpoint responds again. */
export async function hurry(tx: Transaction<Database>, endpointId: string, now: Date): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ nextAttemptAt: now })
    .where('endpointId', '=', endpointId)
    .where('nextAttemptAt', '>', now)
    .execute()
}

/** Ends a process's claim. Any free process continues when the next event is due. */
export async function releaseEndpoint(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The endpoint is locked first, so that the next statement sees every event planned for it so far.
    if ((await holdEndpoint(tx, id)) === undefined) return
    await sql`
      update webhook_endpoints set leased_until = null, next_due_at = (
        select greatest(min(next_attempt_at), ${now}::timestamptz, rests_until) from deliveries
        where endpoint_id = ${id} and next_attempt_at is not null having count(*) > 0
      )
      where id = ${id}`.execute(tx)
  })
}

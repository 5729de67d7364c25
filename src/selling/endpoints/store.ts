import { sql, type Insertable, type Kysely, type RawBuilder, type Transaction, type Updateable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { DeliveryTry } from '#foundation/db/tables/webhook-endpoints.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { EventRow } from '#selling/events/describe-event.ts'
import type { DeliveryState } from '#selling/sent-events/contract.ts'
import type { DeliveryQuery } from './contract.ts'
import type { EndpointRow } from './delivery-store.ts'

/** Counts end here. */
const mostCounted = 10_000

export async function listEndpoints(db: Kysely<Database>, sellerId: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('kind', '=', 'webhook')
    .orderBy('id')
    .execute()
}

export async function findEndpoint(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('kind', '=', 'webhook')
    .executeTakeFirst()
}

/** For its email. */
export async function readEndpoint(db: Kysely<Database>, id: string): Promise<EndpointRow | undefined> {
  return db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The shop's ad platforms, oldest first. */
export async function listTargets(db: Kysely<Database>, sellerId: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('kind', '<>', 'webhook')
    .orderBy('id')
    .execute()
}

/** The last attempt of the newest event that an endpoint did not accept, with the response. */
export async function lastFailure(db: Kysely<Database>, endpointId: string) {
  return db
    .selectFrom('deliveries')
    .select(['tries', 'answer'])
    .where('endpointId', '=', endpointId)
    .where('doneAt', 'is', null)
    .where('triedAt', 'is not', null)
    .orderBy('triedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertEndpoint(
  tx: Transaction<Database>,
  row: Insertable<Database['webhookEndpoints']>,
): Promise<EndpointRow> {
  return tx.insertInto('webhookEndpoints').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function changeEndpoint(
  db: Kysely<Database>,
  id: string,
  change: Updateable<Database['webhookEndpoints']>,
): Promise<EndpointRow> {
  return db
    .updateTable('webhookEndpoints')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteEndpoint(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
}

export async function deleteEndpointsOf(tx: Transaction<Database>, sellerId: string): Promise<void> {
  await tx.deleteFrom('webhookEndpoints').where('sellerId', '=', sellerId).execute()
}

/**
 * How many events an endpoint still gets, and how many it missed because they were given up or happened while it was
 * off.
 */
export async function countOpen(
  db: Kysely<Database>,
  endpoint: EndpointRow,
): Promise<{ waiting: number; missed: number }> {
  const { rows } = await sql<{ waiting: number; missed: number }>`
    select count(*) filter (where is_planned) as waiting, count(*) filter (where not is_planned) as missed
    from (
      select next_attempt_at is not null and ${endpoint.state !== 'off'}::boolean as is_planned from deliveries
      where endpoint_id = ${endpoint.id} and done_at is null
      union all
      select false from ${missedWhileOff(endpoint)}
      limit ${mostCounted}
    ) open`.execute(db)
  return rows[0] ?? { waiting: 0, missed: 0 }
}

/** The events of the endpoint's types and forms that happened while it was off and are not scheduled. */
function missedWhileOff({ id, sellerId, state, offAfter, types, formIds }: EndpointRow) {
  return sql`(
    select events.id from events_view as events
    left join purchases_view as purchases on purchases.id = events.purchase_id
    where ${state === 'off'}::boolean and events.seller_id = ${sellerId} and events.id > ${offAfter ?? 0}
      and (cardinality(${types}::text[]) = 0 or events.type = any(${types}::text[]))
      and (${formIds}::uuid[] is null or coalesce(events.form_id, purchases.form_id) = any(${formIds}::uuid[]))
      and not exists (select from deliveries where endpoint_id = ${id} and event_id = events.id)
  ) missed`
}

/** How many events one statement schedules. A hundred thousand would take too long. */
const plannedAtOnce = 5_000

/**
 * Schedules the events that an endpoint missed, to be sent at `at`. If `at` is null, they can be sent one by one. Every
 * step can be repeated, so most of the work is done while the endpoint is off, and the rest in the transaction that
 * turns it on.
 */
export async function planMissed(
  db: Kysely<Database>,
  endpoint: EndpointRow,
  at: Date | null,
): Promise<void> {
  const isOther = at === null ? sql`is not null` : sql`is null`
  const isLater = at === null ? sql`false` : sql`next_attempt_at > ${at}`
  await repeat(sql`
    update deliveries set next_attempt_at = ${at}::timestamptz, attempts = 0
    where endpoint_id = ${endpoint.id} and event_id = any(array(
      select event_id from deliveries
      where endpoint_id = ${endpoint.id} and done_at is null and (next_attempt_at ${isOther} or ${isLater})
      limit ${plannedAtOnce}
    ))`)
  await repeat(sql`
    insert into deliveries (endpoint_id, event_id, next_attempt_at)
    select ${endpoint.id}::uuid, id, ${at}::timestamptz from ${missedWhileOff(endpoint)}
    order by id limit ${plannedAtOnce}
    on conflict do nothing`)

  async function repeat(step: RawBuilder<unknown>): Promise<void> {
    let planned = plannedAtOnce
    while (planned === plannedAtOnce) planned = Number((await step.execute(db)).numAffectedRows ?? 0n)
  }
}

/** The last attempts of the last 24 hours by hour, oldest first, without empty hours. */
export async function countByHour(db: Kysely<Database>, endpointId: string, now: Date) {
  const hour = sql<Date>`date_trunc('hour', tried_at)`
  return db
    .selectFrom('deliveries')
    .select([
      hour.as('at'),
      sql<number>`count(*) filter (where done_at is not null)`.as('delivered'),
      sql<number>`count(*) filter (where done_at is null)`.as('failed'),
    ])
    .where('endpointId', '=', endpointId)
    .where('triedAt', '>', secondsAfter(now, -24 * 3600))
    .groupBy(hour)
    .orderBy(hour)
    .execute()
}

export type DeliveryRow = EventRow & {
  readonly nextAttemptAt: Date | null
  readonly doneAt: Date | null
  readonly tries: readonly DeliveryTry[]
  readonly answer: string | null
}

function deliveryRows(db: Kysely<Database>, endpointId: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('eventsView as events', 'events.id', 'deliveries.eventId')
    .select([
      'events.id',
      'events.publicId',
      'events.sellerId',
      'events.type',
      'events.objectId',
      'events.purchaseId',
      'events.happenedAt',
      'deliveries.nextAttemptAt',
      'deliveries.doneAt',
      'deliveries.tries',
      'deliveries.answer',
    ])
    .where('deliveries.endpointId', '=', endpointId)
}

/** A page of deliveries and one row more, newest first. */
export async function listDeliveries(
  db: Kysely<Database>,
  endpoint: Pick<EndpointRow, 'id' | 'state'>,
  { before, state }: DeliveryQuery,
  limit: number,
): Promise<DeliveryRow[]> {
  return deliveryRows(db, endpoint.id)
    .$if(before !== undefined, (rows) => rows.where('deliveries.eventId', '<', before ?? 0))
    .$if(state !== undefined, (rows) => rows.where(isInState(state, endpoint.state === 'off')))
    .orderBy('deliveries.eventId', 'desc')
    .limit(limit + 1)
    .execute()
}

/** While an endpoint is off, no event waits: open events count as missed. */
function isInState(state: DeliveryState | undefined, isOff: boolean) {
  if (state === 'delivered') return sql<boolean>`deliveries.done_at is not null`
  const isPlanned = sql<boolean>`(deliveries.next_attempt_at is not null and not ${isOff}::boolean)`
  const isWaiting = state === 'waiting' ? isPlanned : sql<boolean>`not ${isPlanned}`
  return sql<boolean>`(deliveries.done_at is null and ${isWaiting})`
}

export async function findDelivery(
  db: Kysely<Database>,
  endpointId: string,
  publicId: string,
): Promise<DeliveryRow | undefined> {
  return deliveryRows(db, endpointId).where('events.publicId', '=', publicId).executeTakeFirst()
}

/** Plans an event again with all its attempts, even if it was delivered. */
export async function planAgain(
  tx: Transaction<Database>,
  endpointId: string,
  eventId: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ nextAttemptAt: now, doneAt: null, attempts: 0 })
    .where('endpointId', '=', endpointId)
    .where('eventId', '=', eventId)
    .execute()
  await tx
    .updateTable('webhookEndpoints')
    .set({ nextDueAt: sql`least(next_due_at, ${now}::timestamptz)` })
    .where('id', '=', endpointId)
    .execute()
}

/** A form and its bumps, for an example event. */
export async function readFormSold(db: Kysely<Database>, sellerId: string, formId: string | null) {
  const form = await db
    .selectFrom('formsView as forms')
    .select([
      'id',
      'title',
      'amount',
      'currency',
      'priceType',
      'billingInterval',
      'billingPeriod',
      'cancelAfter',
    ])
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .$if(formId !== null, (forms) => forms.where('id', '=', formId ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (form === undefined) return undefined
  const bumps = await db
    .selectFrom('formBumpsView as formBumps')
    .innerJoin('bumpsView as bumps', 'bumps.id', 'formBumps.bumpId')
    .select(['bumps.id', 'bumps.title', 'bumps.amount'])
    .where('formBumps.formId', '=', form.id)
    .where('formBumps.isOn', '=', true)
    .where('bumps.deletedAt', 'is', null)
    .where('bumps.currency', '=', form.currency)
    .orderBy('formBumps.position')
    .execute()
  return { ...form, bumps }
}

/** The newest deliveries of events about a sale, with their endpoints. */
export async function listOfSale(db: Kysely<Database>, sellerId: string, saleId: string, limit: number) {
  return db
    .selectFrom('eventsView as events')
    .innerJoin('deliveries', 'deliveries.eventId', 'events.id')
    .innerJoin('webhookEndpoints as endpoints', 'endpoints.id', 'deliveries.endpointId')
    .select(['events.publicId', 'events.type', 'events.happenedAt'])
    .select(['deliveries.nextAttemptAt', 'deliveries.doneAt', 'deliveries.tries'])
    .select([
      'endpoints.id as endpointId',
      'endpoints.name as endpointName',
      'endpoints.state',
      'endpoints.kind',
    ])
    .where('events.purchaseId', '=', saleId)
    .where('events.sellerId', '=', sellerId)
    .orderBy('events.id', 'desc')
    .orderBy('endpoints.id')
    .limit(limit)
    .execute()
}

export async function isSaleOf(db: Kysely<Database>, sellerId: string, id: string): Promise<boolean> {
  const sale = await db
    .selectFrom('purchasesView')
    .select('id')
    .where('id', '=', id)
    .where('sellerId', '=', sellerId)
    .executeTakeFirst()
  return sale !== undefined
}

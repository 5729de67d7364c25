import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { CollectedEvent } from '#selling/events/collected-event.ts'

type Wish = { readonly types: readonly string[]; readonly formIds: readonly string[] | null }

/** Whether an endpoint subscribed to an event. An endpoint for certain forms gets only events about these. */
export function wants({ types, formIds }: Wish, { type, formId }: CollectedEvent): boolean {
  const isOfForm = formIds === null || (formId !== null && formIds.includes(formId))
  return isOfForm && (types.length === 0 || types.includes(type))
}

/**
 * Plans the deliveries of new events, in the transaction that stores them. It locks the endpoints, so that an endpoint
 * that is turned off or on at the same time gets each event either now or as a missed event.
 */
export async function planDeliveries(
  tx: Transaction<Database>,
  events: readonly CollectedEvent[],
  now: Date,
): Promise<void> {
  const sellers = [...new Set(events.map(({ sellerId }) => sellerId))]
  const open = await tx
    .updateTable('webhookEndpoints')
    .set({ nextDueAt: sql`least(next_due_at, greatest(${now}::timestamptz, rests_until))` })
    .where('sellerId', 'in', sellers)
    .where('state', 'in', ['on', 'failing'])
    .returning(['id', 'sellerId', 'types', 'formIds'])
    .execute()
  const planned = open.flatMap((endpoint) =>
    events
      .filter((event) => event.sellerId === endpoint.sellerId && wants(endpoint, event))
      .map(({ id }) => ({ endpoint_id: endpoint.id, event_id: id })),
  )
  for (let from = 0; from < planned.length; from += plannedAtOnce) {
    const rows = JSON.stringify(planned.slice(from, from + plannedAtOnce))
    await sql`
      insert into deliveries (endpoint_id, event_id, next_attempt_at)
      select endpoint_id, event_id, ${now}::timestamptz
      from json_to_recordset(${rows}::json) as planned (endpoint_id uuid, event_id bigint)
      order by event_id
      on conflict do nothing`.execute(tx)
  }
}

/** How many deliveries one statement plans. All endpoints times all events would take too long. */
const plannedAtOnce = 5_000

import { sql, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { takePending } from '#foundation/events/pending-events.ts'
import { closeHistory, openHistory } from '#payments/purchases/records/read-history.ts'
import type { Services } from '#registry/services.ts'
import { collectStockEvents } from './collect-stock-events.ts'
import type { CollectedEvent } from './collected-event.ts'

/** How many history entries and how many pending events are read at a time. */
const batch = 10_000

/**
 * Creates events from new entries in the purchase history, once for each, and from pending ones. Only the process that
 * holds the cursor stores events, so their ids are in the order of commits, and a request for events after an id never
 * misses one. `alongside` runs in the same transaction. Returns how many entries there were.
 */
export async function collectEvents(
  { db }: Pick<Services, 'db'>,
  alongside: (tx: Transaction<Database>, events: readonly CollectedEvent[]) => Promise<void>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const cursor = await openHistory(tx, 'events', batch)
    if (cursor === undefined) return 0
    const made = await insertFromHistory(tx, cursor.from)
    const events = [...made, ...(await collectStockEvents(tx, made)), ...(await insertPending(tx))]
    await closeHistory(tx, 'events', cursor)
    if (events.length > 0) await alongside(tx, events)
    return events.length
  })
}

/** One entry can create several events. An order with a trial is paid, begins a subscription and begins a trial. */
async function insertFromHistory(tx: Transaction<Database>, from: number): Promise<CollectedEvent[]> {
  const { rows } = await sql<CollectedEvent>`
    with entries as (
      select entry.id, entry.subject, entry.at, entry.event, entry.status, entry.cause,
        purchases.id as purchase_id, purchases.seller_id, purchases.form_id, purchases.kind,
        purchases.settles_by is not null as was_at_bank,
        entry.event is null and entry.status = 'paid' and not exists (
          select from purchase_transitions_view earlier
          where earlier.purchase_id = entry.purchase_id and earlier.id < entry.id and earlier.status = 'paid'
        ) as is_first_paid
      from (
        select * from purchase_transitions_view as purchase_transitions where id > ${from} order by id limit ${batch}
      ) entry
      join purchases_view as purchases on purchases.id = entry.purchase_id
      where not exists (select from events where events.source_id = 'history ' || entry.id)
    ), made as (
      insert into events (seller_id, type, object_id, purchase_id, happened_at, source_id)
      select seller_id, type, coalesce(subject, purchase_id::text), purchase_id, at, 'history ' || entries.id
      from entries
      left join lateral (
        select trial_days from subscriptions_view as subscriptions
        where entries.is_first_paid and entries.kind = 'order' and subscriptions.order_id = entries.purchase_id
      ) begun on true
      cross join lateral unnest(array[
        case when is_first_paid and kind = 'renewal' then 'renewal.paid' when is_first_paid then 'purchase.paid' end,
        case when begun.trial_days is not null then 'subscription.started' end,
        case when begun.trial_days > 0 then 'trial.started' end,
        case when is_first_paid and kind = 'payoff' then 'plan.paid_off' end,
        case when event is null and status = 'processing' then 'purchase.processing'
          when event is null and status = 'failed' and was_at_bank then 'purchase.returned' end,
        case event
          when 'refund' then 'purchase.refunded'
          when 'dispute' then
            case when cause ~ '^dispute (won|lost|closed): ' then 'purchase.dispute_ended' else 'purchase.disputed' end
          when 'renewal_failed' then 'renewal.failed'
          when 'renewal_paid' then 'renewal.recovered'
          when 'subscription_canceled' then
            case when cause like 'asked by %' then 'subscription.cancel_asked' end
          when 'subscription_resumed' then 'subscription.resumed'
          when 'subscription_paused' then 'subscription.paused'
          when 'subscription_resumed_from_pause' then 'subscription.unpaused'
          when 'payment_skipped' then 'subscription.payment_skipped'
          when 'subscription_ended' then 'subscription.ended'
          when 'price_changed' then 'subscription.price_changed'
          when 'withdrawal' then case when cause = 'withdrawal received' then 'withdrawal.received' end
        end,
        case when event = 'refund' and kind = 'offer' and exists (
          select from refunds_view where refunds_view.id::text = subject and requested_by = 'buyer'
        ) then 'purchase.undone' end
      ]) with ordinality as types (type, position)
      where type is not null
      order by entries.id, position
      returning id, seller_id, type, purchase_id
    )
    select made.id, made.seller_id as "sellerId", made.type, entries.form_id as "formId"
    from made join (select distinct purchase_id, form_id from entries) entries using (purchase_id)
    order by made.id`.execute(tx)
  return rows
}

async function insertPending(tx: Transaction<Database>): Promise<CollectedEvent[]> {
  const pending = await takePending(tx, batch)
  if (pending.length === 0) return []
  const rows = JSON.stringify(
    pending.map((event) => ({
      id: event.id,
      seller_id: event.sellerId,
      type: event.type,
      object_id: event.objectId,
      purchase_id: event.purchaseId,
      form_id: event.formId,
      happened_at: event.happenedAt,
    })),
  )
  const { rows: made } = await sql<CollectedEvent>`
    with made as (
      insert into events (seller_id, type, object_id, purchase_id, form_id, happened_at, source_id)
      select seller_id, type, object_id, purchase_id, form_id, happened_at, 'pending ' || id
      from json_to_recordset(${rows}::json) as pending
        (id bigint, seller_id uuid, type text, object_id text, purchase_id uuid, form_id uuid, happened_at timestamptz)
      order by id
      returning id, seller_id, type, purchase_id, form_id
    )
    select made.id, made.seller_id as "sellerId", made.type, coalesce(made.form_id, purchases.form_id) as "formId"
    from made left join purchases_view as purchases on purchases.id = made.purchase_id
    order by made.id`.execute(tx)
  return made
}

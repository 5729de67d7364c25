import { type Kysely, sql, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { day, pruneOld } from '#foundation/jobs/prune.ts'
import { type RecordedEnd, recordEnds } from '#payments/disputes/record-ends.ts'
import { takeOutcomes } from '#payments/payouts/record-payout.ts'
import type { Services } from '#registry/services.ts'

const source = 'purchase_transitions'
/** How many entries of the history are read at a time. */
const batch = 10_000
/**
 * How long a transaction may take at most, in seconds of the database's clock: what was read so long ago is complete also
 * where transactions are numbered anew, as in a database that was restored.
 */
const settlesAfter = 120

/**
 * Makes notifications of what the history of purchases says since it was last read, once of each entry, and of disputes and payouts that ended, so that what happens
 * costs nothing more while it happens. Entries are read until nothing can come before them: one that was numbered earlier
 * may be committed later.
 */
export async function collectNotifications({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const cursor = await lookAt(tx)
    if (cursor === undefined) return
    const found = await insertNew(tx, cursor.from)
    // What was known as complete before they were read.
    if (cursor.isSettled && cursor.newest !== null) await advance(tx, cursor.newest)
    // After a dispute's beginning, and with their notifications at once: whoever reads the history next leaves what has one alone.
    const ended = [...(await insertEnds(tx, await recordEnds(tx))), ...(await insertPayouts(tx))]
    await schedule(tx, [...found, ...ended], clock.now())
  })
}

type Cursor = { readonly from: number; readonly newest: number | null; readonly isSettled: boolean }

/** The transaction is numbered by this, after it saw the newest entry: whoever has an earlier one has an earlier number. */
async function lookAt(tx: Transaction<Database>): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`
    select collected_to as "from", ${isSettled} as "isSettled", (
      select max(id) from (
        select id from purchase_transitions_view as purchase_transitions where id > collected_to order by id limit ${batch}
      ) recent
    ) as newest
    from notice_cursors where source = ${source} for update skip locked`.execute(tx)
  return rows[0]
}

/**
 * Whether all who could have an entry up to `seen_to` have ended since. A transaction is numbered before its entries are,
 * but for a moment within a statement.
 */
const isSettled = sql`(
  seen_at < now() - interval '1 second' and pg_snapshot_xmin(pg_current_snapshot()) >= seen_before
  or seen_at < now() - ${sql.lit(settlesAfter)} * interval '1 second'
)`

type Found = { readonly id: number; readonly sellerId: string; readonly kind: NotificationKind }

/** What a refund in parts was paid back, what a dispute is about, what a renewal was to be; else what was paid. */
async function insertNew(tx: Transaction<Database>, from: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    insert into notices (transition_id, seller_id, kind, purchase_id, subject, amount, currency, at, asks)
    select entry.id, purchases.seller_id, entry.kind, purchases.id, entry.subject,
      coalesce(refunds.amount, disputes.amount,
        case when entry.kind = 'renewal_failed' and entry.subject = subscriptions.unpaid_amount_of
          then subscriptions.unpaid_amount end,
        case when subscriptions.discount_cycles is null or subscriptions.paid_cycles < subscriptions.discount_cycles
          then subscriptions.reduced_total end,
        subscriptions.total, purchases.total),
      coalesce(disputes.currency, purchases.currency), entry.at,
      entry.kind = 'dispute' and entry.cause like 'dispute asked: %'
    from (
      select id, purchase_id, subject, at, cause, case
        when event = 'refund' then 'refund'
        when event = 'dispute' then 'dispute'
        when event = 'renewal_failed' then 'renewal_failed'
        when event = 'subscription_canceled' then 'cancellation'
        when event is null and status = 'paid' then 'sale'
        when event is null and status = 'failed' then 'payment_returned'
      end as kind
      from (select * from purchase_transitions_view as purchase_transitions where id > ${from} order by id limit ${batch}) recent
    ) entry
    join purchases_view as purchases on purchases.id = entry.purchase_id
    left join refunds_view as refunds on entry.kind = 'refund' and refunds.id::text = entry.subject
    left join disputes_view as disputes on entry.kind = 'dispute' and disputes.id = entry.subject
    left join subscriptions_view as subscriptions on entry.kind in ('renewal_failed', 'cancellation') and subscriptions.order_id = purchases.id
    where entry.kind is not null
      and (entry.kind <> 'payment_returned' or purchases.settles_by is not null)
      and (entry.kind <> 'sale' or purchases.kind <> 'renewal' and not exists (
        select from purchase_transitions_view earlier
        where earlier.purchase_id = entry.purchase_id and earlier.id < entry.id and earlier.status = 'paid'
      ))
      and not exists (select from notices where notices.transition_id = entry.id)
    order by entry.id
    returning id, seller_id, kind`.execute(tx)
  return rows
}

/** They are of the same kind as the disputes themselves: who wants to hear of these wants to hear how they end. */
async function insertEnds(tx: Transaction<Database>, ends: readonly RecordedEnd[]): Promise<Found[]> {
  if (ends.length === 0) return []
  return tx
    .insertInto('notices')
    .values(ends.map(({ id, ...end }) => ({ ...end, kind: 'dispute' as const, subject: id })))
    .returning(['id', 'sellerId', 'kind'])
    .execute()
}

/** Of each payout that ended, once; what was taken from the bank account and arrived there is no news. */
async function insertPayouts(tx: Transaction<Database>): Promise<Found[]> {
  const ended = await takeOutcomes(tx)
  const news = ended.filter(({ outcome, isDebit }) => outcome === 'failed' || !isDebit)
  if (news.length === 0) return []
  return tx
    .insertInto('notices')
    .values(
      news.map(({ payoutId, outcome, sellerId, amount, currency, at }) => ({
        transitionId: null,
        purchaseId: null,
        sellerId,
        kind: `payout_${outcome}` as const,
        subject: payoutId,
        amount,
        currency,
        at,
      })),
    )
    .returning(['id', 'sellerId', 'kind'])
    .execute()
}

async function advance(tx: Transaction<Database>, newest: number): Promise<void> {
  await sql`
    update notice_cursors
    set collected_to = seen_to, seen_to = ${newest}, seen_before = pg_current_xact_id(), seen_at = now()
    where source = ${source}`.execute(tx)
}

/** When each kind is told next. Who has heard of nothing yet reads from here on. */
async function schedule(tx: Transaction<Database>, found: readonly Found[], now: Date): Promise<void> {
  if (found.length === 0) return
  const rows = JSON.stringify(found.map(({ id, sellerId, kind }) => ({ id, seller_id: sellerId, kind })))
  const news = sql`json_to_recordset(${rows}::json) as news (id bigint, seller_id uuid, kind text)`
  await sql`
    insert into notice_paces (seller_id, kind, told_to, due_at)
    select seller_id, kind, min(id) - 1, ${now}::timestamptz from ${news} group by seller_id, kind
    on conflict (seller_id, kind) do update set due_at = coalesce(
      notice_paces.due_at,
      greatest(excluded.due_at, notice_paces.told_at + notice_paces.wait * interval '1 second')
    )`.execute(tx)
  const clocks = JSON.stringify(await clocksOf(tx, found, now))
  const clock = sql`json_to_recordset(${clocks}::json) as clock (seller_id uuid, zone text, letter_at timestamptz)`
  await sql`
    insert into notice_readers (user_id, seen_to, lettered_to, zone, letter_at)
    select members.user_id, min(news.id) - 1, min(news.id) - 1, coalesce(min(clock.zone), 'UTC'),
      coalesce(
        min(clock.letter_at),
        (date_trunc('day', ${now}::timestamptz at time zone 'UTC' - interval '8 hours') + interval '32 hours') at time zone 'UTC'
      )
    from ${news} join members_view as members on members.seller_id = news.seller_id
    left join ${clock} on clock.seller_id = news.seller_id
    group by members.user_id
    on conflict do nothing`.execute(tx)
}

/** When it is next eight in shops that have a clock of their own. The database may not know the names of all zones. */
async function clocksOf(tx: Transaction<Database>, found: readonly Found[], now: Date) {
  const shops = await tx
    .selectFrom('sellersView as sellers')
    .select(['id', 'timeZone'])
    .where(
      'id',
      'in',
      found.map(({ sellerId }) => sellerId),
    )
    .where('timeZone', 'is not', null)
    .$narrowType<{ timeZone: string }>()
    .execute()
  if (shops.length === 0) return []
  const { nextLetter } = await import('./letters/next-letter.ts')
  return shops.map(({ id, timeZone: zone }) => ({ seller_id: id, zone, letter_at: nextLetter(now, zone) }))
}

/** What has happened so far is told to nobody: the history is read from here on. Nothing else may be under way. */
export async function passOverNotifications(db: Kysely<Database>): Promise<void> {
  await sql`
    update notice_cursors set collected_to = newest.id, seen_to = newest.id
    from (select max(id) as id from purchase_transitions_view as purchase_transitions) newest
    where newest.id > collected_to`.execute(db)
}

/** How long a notification is shown: a year. What it told of stays in the history of its purchase. */
const retention = 365 * day

export async function pruneNotifications(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'notices', retention)
}

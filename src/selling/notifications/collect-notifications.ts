import { sql, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { day, pruneOld } from '#foundation/jobs/prune.ts'
import { type RecordedEnd, recordEnds } from '#payments/disputes/record-ends.ts'
import { takeOutcomes } from '#payments/payouts/record-payout.ts'
import { closeHistory, openHistory } from '#payments/purchases/records/read-history.ts'
import type { Services } from '#registry/services.ts'
import { isPayoutKind } from './kinds.ts'

const reader = 'purchase_transitions'
/** How many history entries are read at a time. */
const batch = 10_000

/**
 * Creates notifications from new entries of the purchase history, once for each, and from ended disputes and payouts.
 * So recording a payment or a refund needs no additional statement.
 */
export async function collectNotifications({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const cursor = await openHistory(tx, reader, batch)
    if (cursor === undefined) return
    const found = await insertNew(tx, cursor.from)
    await closeHistory(tx, reader, cursor)
    // Runs after the starts of disputes are recorded, and in the same transaction, because entries with a notification
    // are skipped next time.
    const ended = [...(await insertEnds(tx, await recordEnds(tx))), ...(await insertPayouts(tx))]
    await schedule(tx, [...found, ...ended], clock.now())
  })
}

type Found = { readonly id: number; readonly sellerId: string; readonly kind: NotificationKind }

/** Amounts are those of the refund, the dispute, the withdrawal or the failed renewal, or otherwise of the payment. */
async function insertNew(tx: Transaction<Database>, from: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    insert into notices (transition_id, seller_id, kind, purchase_id, subject, amount, currency, at, asks, outcome)
    select entry.id, purchases.seller_id, entry.kind, purchases.id, entry.subject,
      coalesce(refunds.amount, disputes.amount,
        case when entry.kind = 'withdrawal' then (
          select sum(stated.total)::bigint from stated_purchases_view as stated_purchases
          join purchases_view stated on stated.id = stated_purchases.purchase_id
          where stated_purchases.withdrawal_id = entry.subject::uuid and stated.currency = purchases.currency) end,
        case when entry.kind = 'renewal_failed' and entry.subject = subscriptions.unpaid_amount_of
          then subscriptions.unpaid_amount end,
        case when subscriptions.discount_cycles is null or subscriptions.paid_cycles < subscriptions.discount_cycles
          then subscriptions.reduced_total end,
        subscriptions.total, purchases.total),
      coalesce(disputes.currency, purchases.currency), entry.at,
      entry.kind = 'dispute' and entry.cause like 'dispute asked: %',
      case when entry.kind = 'withdrawal' and entry.cause = 'withdrawal due' then 'due' end
    from (
      select id, purchase_id, subject, at, cause, case
        when event = 'refund' and exists (
          select from refunds_view where refunds_view.id::text = subject and requested_by = 'vat') then 'tax_refund'
        when event in ('refund', 'refund_failed') then event
        when event = 'dispute' then 'dispute'
        when event = 'renewal_failed' then 'renewal_failed'
        when event = 'subscription_canceled' then 'cancellation'
        when event = 'withdrawal' then 'withdrawal'
        when event is null and status = 'paid' then 'sale'
        when event is null and status = 'failed' then 'payment_returned'
      end as kind
      from (select * from purchase_transitions_view as purchase_transitions where id > ${from} order by id limit ${batch}) recent
    ) entry
    join purchases_view as purchases on purchases.id = entry.purchase_id
    left join refunds_view as refunds on entry.kind in ('refund', 'tax_refund', 'refund_failed') and refunds.id::text = entry.subject
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

/** Outcomes of disputes have the same kind as disputes, so that one setting covers both. */
async function insertEnds(tx: Transaction<Database>, ends: readonly RecordedEnd[]): Promise<Found[]> {
  if (ends.length === 0) return []
  const rows = await tx
    .insertInto('notices')
    .values(ends.map(({ id, ...end }) => ({ ...end, kind: 'dispute' as const, subject: id })))
    .returning(['id', 'sellerId'])
    .execute()
  return rows.map((row) => ({ ...row, kind: 'dispute' }))
}

/** Adds one notification for each finished payout, except for successful debits of the bank account. */
async function insertPayouts(tx: Transaction<Database>): Promise<Found[]> {
  const ended = await takeOutcomes(tx)
  const news = ended.filter(({ outcome, isDebit }) => outcome === 'failed' || !isDebit)
  if (news.length === 0) return []
  const rows = await tx
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
  return rows.flatMap(({ kind, ...row }) => (isPayoutKind(kind) ? [{ ...row, kind }] : []))
}

/** Schedules the next email of each kind. New members start from here. */
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

/**
 * The next 8 am of shops that have their own time zone. It is computed here, because the database may not know every
 * zone.
 */
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

/** Notifications are stored for a year. The purchase history is kept. */
const retention = 365 * day

export async function pruneNotifications(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'notices', retention)
}

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/**
 * What the numbers are of: one seller, and the instants (in order) between which they are counted. A row's `slot` says
 * after how many of these instants it happened. Amounts are minor units of the row's currency.
 */
export type Span = { readonly sellerId: string; readonly borders: readonly Date[] }

/** The slot of what is compared with. */
export const previousSlot = 1
/** The slots of what is shown over time begin here; between the two spans lies what nobody counts. */
export const firstSlot = 3

/** Of one slot (`id` is null), or of all that are shown, of one thing (`slot` is null). */
type Grouped = { readonly slot: number | null; readonly id: string | null; readonly title: string | null }

export type SalesRow = Grouped & {
  readonly currency: string
  readonly gross: number
  readonly tax: number
  readonly orders: number
  readonly offers: number
  readonly renewals: number
}

/** What was paid: by time and currency, and by form and currency. */
export async function sumSales(db: Kysely<Database>, span: Span): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    select summed.*, forms.title from (
      select slot, form_id as id, currency, sum(total)::bigint as gross, sum(tax_amount)::bigint as tax,
        count(*) filter (where kind = 'order') as orders, count(*) filter (where kind = 'offer') as offers,
        count(*) filter (where kind = 'renewal') as renewals
      from (
        select ${slotOf(span, paidAt)} as slot, form_id, kind, currency, total, tax_amount
        from purchases where ${wasPaidWithin(span)}
      ) paid
      group by grouping sets ((slot, currency), (${isShown}, form_id, currency))
      having grouping(form_id) = 1 or ${isShown}
    ) summed left join forms on forms.id = summed.id`.execute(db)
  return rows
}

type ReturnedRow = {
  readonly slot: number
  readonly currency: string
  readonly refunds: number
  readonly refundedTax: number
}

/** What was given back, by time and currency. */
export async function sumRefunds(db: Kysely<Database>, span: Span): Promise<ReturnedRow[]> {
  const { rows } = await sql<ReturnedRow>`
    select ${slotOf(span, sql`refunds.created_at`)} as slot, currency, sum(refunds.amount)::bigint as refunds,
      sum(refunds.tax_amount)::bigint as refunded_tax
    from purchases join refunds on refunds.purchase_id = purchases.id
    where seller_id = ${span.sellerId} and purchases.status in ('partially_refunded', 'refunded')
      and refunds.status = 'succeeded' and ${isWithin(span, sql`refunds.created_at`)}
    group by 1, 2`.execute(db)
  return rows
}

type DisputesRow = {
  readonly slot: number
  readonly currency: string
  readonly status: string
  readonly disputes: number
}

/** What is disputed, by time, currency and how the dispute stands. */
export async function sumDisputes(db: Kysely<Database>, span: Span): Promise<DisputesRow[]> {
  const { rows } = await sql<DisputesRow>`
    select ${slotOf(span, sql`created_at`)} as slot, currency, status, sum(amount)::bigint as disputes
    from disputes where seller_id = ${span.sellerId} and ${isWithin(span, sql`created_at`)}
    group by 1, 2, 3`.execute(db)
  return rows
}

export type ViewsRow = Grouped & { readonly views: number }

/**
 * How often payment pages were viewed: by time, and by form. A day of UTC that no border falls into counts as a whole,
 * any other one by its quarters of an hour.
 */
export async function sumViews(db: Kysely<Database>, span: Span): Promise<ViewsRow[]> {
  const { borders, sellerId } = span
  const quarter = sql`begins + (number - 1) * interval '15 minutes'`
  const { rows } = await sql<ViewsRow>`
    select summed.*, forms.title from (
      select slot, form_id as id, sum(count)::bigint as views
      from (
        select form_id, views, day::timestamp at time zone 'UTC' as begins
        from form_views where seller_id = ${sellerId}
          and day between (${borders.at(0)}::timestamptz at time zone 'UTC')::date
          and (${borders.at(-1)}::timestamptz at time zone 'UTC')::date
      ) viewed
      cross join lateral (
        select ${slotOf(span, sql`begins`)} as first_slot,
          ${slotOf(span, sql`begins + interval '23:45'`)} as last_slot
      ) day
      cross join lateral (
        select first_slot, (select sum(count) from unnest(views) as quarters (count)) where first_slot = last_slot
        union all
        select ${slotOf(span, quarter)}, count
        from unnest(views) with ordinality as quarters (count, number) where first_slot <> last_slot and count > 0
      ) counted (slot, count)
      group by grouping sets ((slot), (${isShown}, form_id))
      having grouping(form_id) = 1 or ${isShown}
    ) summed left join forms on forms.id = summed.id`.execute(db)
  return rows
}

export type TakenRow = Grouped & { readonly offered: number; readonly taken: number }

/** How many of the paid orders' pages offered a bump, and how many of the orders hold it: by time, and by bump. */
export async function countBumps(db: Kysely<Database>, span: Span): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select counted.*, bumps.title from (
      select slot, bump_id as id, sum(offered) as offered, sum(taken) as taken
      from (
        select ${slotOf(span, paidAt)} as slot, bump_id, 1 as offered, 0 as taken
        from purchases cross join unnest(offered_bump_ids) as offered (bump_id)
        where ${wasPaidWithin(span)} and kind = 'order'
        union all
        select ${slotOf(span, paidAt)}, line.bump_id, 0, 1
        from bumps
        join purchase_lines line on line.bump_id = bumps.id and line.kind = 'bump'
        join purchases on purchases.id = line.purchase_id
        where bumps.seller_id = ${span.sellerId} and ${wasPaidWithin(span)} and offered_bump_ids is not null
      ) choices
      group by grouping sets ((slot), (${isShown}, bump_id))
      having grouping(bump_id) = 1 or ${isShown}
    ) counted left join bumps on bumps.id = counted.id`.execute(db)
  return rows
}

/** How often one-time offers were shown, and taken for good: by time, and by offer (or bump that is shown as one). */
export async function countOffers(db: Kysely<Database>, span: Span): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select counted.*, coalesce(offers.title, bumps.title) as title from (
      select slot, item as id, count(*) as offered, count(*) filter (where is_taken) as taken
      from (
        select ${slotOf(span, sql`shown_at`)} as slot, coalesce(offer_id, bump_id) as item,
          tried.paid_at is not null and not exists (
            select from refunds where refunds.purchase_id = tried.id and refunds.status <> 'failed'
              and refunds.requested_by = 'buyer'
          ) as is_taken
        from shown_offers
        left join lateral (select id, paid_at from purchases where id = shown_offers.purchase_id limit 1) tried on true
        where shown_offers.seller_id = ${span.sellerId} and ${isWithin(span, sql`shown_at`)}
      ) shown
      group by grouping sets ((slot), (${isShown}, item))
      having grouping(item) = 1 or ${isShown}
    ) counted
    left join offers on offers.id = counted.id left join bumps on bumps.id = counted.id`.execute(db)
  return rows
}

type SubscriptionsRow = {
  readonly slot: number
  readonly active: number
  readonly pastDue: number
  readonly started: number
  readonly ended: number
}

/** Recurring prices that go on now, or whose last payment was declined (in slot 0), and those that began and ended, by time. */
export async function countSubscriptions(db: Kysely<Database>, span: Span): Promise<SubscriptionsRow[]> {
  const { sellerId } = span
  const { rows } = await sql<SubscriptionsRow>`
    select 0 as slot, count(*) filter (where status in ('trialing', 'active')) as active,
      count(*) filter (where status in ('past_due', 'unpaid')) as past_due, 0 as started, 0 as ended
    from subscriptions
    where seller_id = ${sellerId} and status in ('trialing', 'active', 'past_due', 'unpaid')
    union all
    select ${slotOf(span, sql`billing_cycle_anchor`)}, 0, 0, count(*), 0
    from subscriptions where seller_id = ${sellerId} and ${isWithin(span, sql`billing_cycle_anchor`)} group by 1
    union all
    select ${slotOf(span, sql`ended_at`)}, 0, 0, 0, count(*)
    from subscriptions where seller_id = ${sellerId} and ${isWithin(span, sql`ended_at`)}
      and billing_cycle_anchor is not null group by 1`.execute(db)
  return rows
}

/** Written out, because what is grouped by must be the same text everywhere. */
const isShown = sql`slot >= ${sql.lit(firstSlot)}`

/** As the index has it; of what was paid it is the time of that. */
const paidAt = sql`coalesce(purchases.paid_at, purchases.created_at)`

function wasPaidWithin(span: Span): RawBuilder<unknown> {
  return sql`purchases.seller_id = ${span.sellerId} and ${isWithin(span, paidAt)} and purchases.paid_at is not null`
}

function isWithin({ borders }: Span, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${at} >= ${borders.at(0)} and ${at} < ${borders.at(-1)}`
}

function slotOf({ borders }: Span, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`width_bucket(${at}, ${borders}::timestamptz[])`
}

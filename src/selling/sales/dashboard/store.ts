import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import { purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { wasPaid } from '#payments/purchases/purchase.ts'
import { toMajor } from '#foundation/money/amount.ts'
import { isCanceling, sourceOf } from '#selling/sales/filter/conditions.ts'
import { priceName } from '#selling/forms/price/price-text.ts'
import { soldSources } from './sources.ts'

/** The subject of the numbers: a seller, or one of its forms. */
export type Scope = { readonly sellerId: string; readonly formId?: string | undefined }

/**
 * The scope of the numbers, with the ordered times that separate slots. A row's `slot` is the number of these times
 * before it. Amounts are in minor units of the row's currency.
 */
export type Span = Scope & { readonly borders: readonly Date[] }

/**
 * Limits purchases or views to the scope's form only after the time is checked, because a form can have very many rows.
 */
function isOfForm({ formId }: Scope): RawBuilder<unknown> {
  return formId === undefined ? sql`true` : sql`(form_id = ${formId}) is true`
}

/** Limits what followed an order to the scope's form, by `orderId`. */
export function cameOfForm({ formId }: Scope, orderId: string): RawBuilder<unknown> {
  if (formId === undefined) return sql`true`
  return sql`exists (
    select from purchases_view as purchases where purchases.id = ${sql.ref(orderId)} and form_id = ${formId} offset 0
  )`
}

/**
 * Sums the spans of a seller or form, in their order. Each span is looked up in the indexes separately, so that its
 * cost depends only on its rows. The query is planned for this seller, because a general plan would read all sales of
 * a large one.
 */
export async function sumSpans(
  db: Kysely<Database>,
  scope: Scope,
  spans: readonly { readonly begins: number; readonly ends: number }[],
): Promise<SalesSums[]> {
  const instants = (of: (span: (typeof spans)[number]) => number) =>
    sql`${spans.map((span) => new Date(of(span)))}::timestamptz[]`
  const { rows } = await sql<{ sums: SalesSums }>`
    with spans as materialized (
      select * from unnest(${instants(({ begins }) => begins)}, ${instants(({ ends }) => ends)})
        with ordinality as span (begins, ends, number)
    ), quarters as materialized (${quartersOf(scope)})
    select jsonb_build_object('sales', sales, 'refunds', refunds, 'views', views, 'bumps', bumps, 'offers', offers,
      'started', started, 'ended', ended, 'sources', sold.sources || returned.sources) as sums
    from spans as span
    cross join lateral (${salesOf(scope)}) sold (sales, bumps, sources)
    cross join lateral (${refundsOf(scope)}) returned (refunds, sources)
    cross join lateral (${views}) viewed (views)
    cross join lateral (${offersOf(scope)}) shown (offers)
    cross join lateral (
      select count(*) from subscriptions_view as subscriptions
      where seller_id = ${scope.sellerId} and ${isWithinSpan(sql`billing_cycle_anchor`)} and ${hasBegun}
        and ${cameOfForm(scope, 'subscriptions.orderId')}
    ) began (started)
    cross join lateral (
      select count(*) from subscriptions_view as subscriptions
      where seller_id = ${scope.sellerId} and ${isWithinSpan(sql`ended_at`)} and billing_cycle_anchor is not null
        and ${hasBegun} and ${cameOfForm(scope, 'subscriptions.orderId')}
    ) over (ended)
    order by number`.execute(db)
  return rows.map(({ sums }) => sums)
}

/** A declined first payment, or a trial without one, neither starts nor ends a subscription. */
const hasBegun = sql`status not in ('incomplete', 'incomplete_expired') and (trial_days = 0 or paid_cycles > 0)`

function isWithinSpan(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${at} >= span.begins and ${at} < span.ends`
}

/** The time of payment or, if unpaid, of creation. It is written as in the index, so that the index is used. */
const countsAt = sql`coalesce(purchases.paid_at, purchases.created_at)`

/**
 * Paid purchases by form and price, and how often each bump was offered with paid orders and added to them. Purchases
 * are read only once for both.
 */
function salesOf(scope: Scope): RawBuilder<unknown> {
  return sql`
    with paid as materialized (
      select id, form_id, price_id, kind, currency, total, tax_amount, offered_bump_ids,
        ${sourceOf(sql`source`)} as source, (${countsAt} at time zone 'UTC')::date as day
      from purchases_view as purchases
      where seller_id = ${scope.sellerId} and ${isWithinSpan(countsAt)} and paid_at is not null and ${isOfForm(scope)}
    )
    select (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(form))), '[]') from (
        select form_id as id, price_id as price, currency, sum(total)::bigint as gross, sum(tax_amount)::bigint as tax,
          count(*) filter (where kind = 'order') as orders, count(*) filter (where kind = 'offer') as offers,
          count(*) filter (where kind in ('renewal', 'payoff')) as renewals
        from paid group by form_id, price_id, currency
      ) form
    ), (
      select coalesce(jsonb_agg(chosen), '[]') from (
        select id, sum(offered)::bigint as offered, sum(taken)::bigint as taken
        from (
          select bump_id as id, pages as offered, 0 as taken
          from (
            select offered_bump_ids, count(*) as pages from paid where kind = 'order' group by offered_bump_ids
          ) orders cross join unnest(offered_bump_ids) as offered (bump_id)
          union all
          select line.bump_id, 0, 1
          from paid cross join lateral (
            -- Looked up one by one, since the planner overestimates the purchases of a span.
            select bump_id from purchase_lines_view as purchase_lines where purchase_id = paid.id and kind = 'bump' offset 0
          ) line
          where offered_bump_ids is not null
        ) choices
        group by id
      ) chosen
    ), (
      ${soldSources}
    )`
}

function refundsOf(scope: Scope): RawBuilder<unknown> {
  return sql`
    with returned as materialized (
      select currency, refunds.amount, refunds.tax_amount, ${sourceOf(sql`purchases.source`)} as source
      from refunds_view as refunds join purchases_view as purchases on purchases.id = refunds.purchase_id
      where ${isWithinSpan(sql`refunds.created_at`)} and refunds.status = 'succeeded'
        and purchases.seller_id = ${scope.sellerId} and ${isOfForm(scope)}
    )
    select (
      select coalesce(jsonb_agg(money), '[]') from (
        select currency, sum(amount)::bigint as refunds, sum(tax_amount)::bigint as "refundedTax"
        from returned group by currency
      ) money
    ), (
      select coalesce(jsonb_agg(link), '[]') from (
        select source, currency, 0 as orders, 0 as gross, sum(amount)::bigint as refunds
        from returned where source is not null group by source, currency
      ) link
    )`
}

/** Page views by quarter of an hour on the days of all spans. Each day is read once for all of them. */
function quartersOf(scope: Scope): RawBuilder<unknown> {
  return sql`
    select form_id, count, (day + (number - 1) * interval '15 minutes') at time zone 'UTC' as at
    from (
      select distinct generate_series(
        (begins at time zone 'UTC')::date, (ends at time zone 'UTC' - interval '1 microsecond')::date, '1 day')::date as day
      from spans
    ) days
    cross join lateral (
      -- Looked up one by one, since the planner overestimates the days.
      select form_id, views from form_views_view as form_views where seller_id = ${scope.sellerId} and form_views.day = days.day
        and ${isOfForm(scope)} offset 0
    ) viewed cross join unnest(views) with ordinality as quarter (count, number)
    where count > 0`
}

/** A quarter of an hour counts by its start. */
const views = sql`
  select coalesce(jsonb_agg(viewed), '[]') from (
    select form_id as id, sum(count)::bigint as views from quarters where ${isWithinSpan(sql`at`)} group by form_id
  ) viewed`

/** How often one-time offers (or bumps shown as one) were shown, and accepted without being undone. */
function offersOf(scope: Scope): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(shown), '[]') from (
      select coalesce(offer_id, bump_id) as id, count(*) as offered, count(*) filter (
        where tried.paid_at is not null and not exists (
          select from refunds_view as refunds where refunds.purchase_id = tried.id and refunds.status <> 'failed'
            and refunds.requested_by = 'buyer' offset 0
        )
      ) as taken
      from shown_offers_view as shown_offers
      left join lateral (select id, paid_at from purchases_view as purchases where id = shown_offers.purchase_id limit 1) tried on true
      where shown_offers.seller_id = ${scope.sellerId} and ${isWithinSpan(sql`shown_at`)}
        and ${cameOfForm(scope, 'shownOffers.orderId')}
      group by coalesce(offer_id, bump_id)
    ) shown`
}

/** Sellers with at least this many purchases. */
export async function listSellersWith(db: Kysely<Database>, least: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sellers_view as sellers
    where ${least} <= (
      select count(*) from (select from purchases_view as purchases where seller_id = sellers.id limit ${least}) sold
    )
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the seller has this form, even if it is deleted. */
export async function isOwnForm(
  db: Kysely<Database>,
  { sellerId, formId }: Required<Scope>,
): Promise<boolean> {
  const { rows } = await sql`
    select from forms_view as forms where id = ${formId} and seller_id = ${sellerId}`.execute(db)
  return rows.length > 0
}

/** Titles of forms, bumps and offers, by id. */
export async function readTitles(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from forms_view as forms where id = any(${ids}::uuid[])
    union all select id, title from bumps_view as bumps where id = any(${ids}::uuid[])
    union all select id, title from offers_view as offers where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

type NamedPrice = Parameters<typeof priceName>[0] & { readonly id: string; readonly currency: string }

/** Names of the forms' prices, by id. Removed prices are missing. */
export async function readPriceNames(
  db: Kysely<Database>,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (formIds.length === 0) return new Map()
  const { rows } = await sql<NamedPrice>`
    select coalesce(price_id, id) as id, price_label as label, amount, currency, price_type as "priceType", is_open as "isOpen"
    from forms_view as forms where id = any(${formIds}::uuid[])
    union all select form_prices.id, label, form_prices.amount, currency, form_prices.price_type, form_prices.is_open
    from form_prices_view as form_prices join forms_view as forms on forms.id = form_prices.form_id where form_id = any(${formIds}::uuid[])`.execute(
    db,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      priceName({ ...row, amount: toMajor(row.amount, row.currency) }, row.currency),
    ]),
  )
}

type DisputesRow = {
  readonly slot: number
  readonly currency: string
  readonly status: string
  readonly disputes: number
  readonly disputedTax: number
}

/** Disputed amounts and the tax within them, by time, currency and status. */
export async function sumDisputes(db: Kysely<Database>, span: Span): Promise<DisputesRow[]> {
  const { rows } = await sql<DisputesRow>`
    select ${slotOf(span, sql`created_at`)} as slot, currency, status, sum(amount)::bigint as disputes,
      sum((2 * amount * tax_amount + total) / (2 * total))::bigint as "disputedTax"
    from disputes_view as disputes cross join lateral (
      -- Looked up one by one, since there are few.
      select tax_amount, total from purchases_view as purchases where id = disputes.purchase_id and ${isOfForm(span)} offset 0
    ) sold
    where seller_id = ${span.sellerId} and ${isWithin(span, sql`created_at`)}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** How many purchases paid in a time span have been partly refunded by now, by currency. */
export async function countPartlyRefunded(
  db: Kysely<Database>,
  scope: Scope,
  { begins, ends }: { readonly begins: Date; readonly ends: Date },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ currency: string; count: number }>`
    select currency, count(*) as count from purchases_view as purchases
    where seller_id = ${scope.sellerId} and status = 'partially_refunded' and ${countsAt} >= ${begins}
      and ${countsAt} < ${ends} and ${isOfForm(scope)}
    group by currency`.execute(db)
  return new Map(rows.map(({ currency, count }) => [currency, count]))
}

const unpaid = purchaseStatuses.filter((status) => !wasPaid(status))

/** How many orders of a form were started in a time span and not paid: declined, abandoned, or still open. */
export async function countUnpaid(
  db: Kysely<Database>,
  scope: Scope,
  { begins, ends }: { readonly begins: Date; readonly ends: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from purchases_view as purchases
    where seller_id = ${scope.sellerId} and status = any(${unpaid}) and created_at >= ${begins} and created_at < ${ends}
      and kind = 'order' and ${isOfForm(scope)}`.execute(db)
  return rows[0]?.count ?? 0
}

export type SubscriptionCounts = {
  readonly active: number
  readonly pastDue: number
  readonly trialing: number
  readonly paused: number
  readonly canceling: number
  readonly trialsStarted: number
  readonly trialsConverted: number
  readonly paidEarly: number
}

/**
 * Counts subscriptions that are now active, in trial, paused, canceling or past due, each in one of these states. For a
 * time span, counts trials started and converted, and early payoffs.
 */
export async function countSubscriptions(
  db: Kysely<Database>,
  scope: Scope,
  { begins, ends }: { readonly begins: Date; readonly ends: Date },
): Promise<SubscriptionCounts> {
  const { rows } = await sql<SubscriptionCounts>`
    select live.*, trials.*, (
      select count(*) from purchases_view as purchases
      where seller_id = ${scope.sellerId} and kind = 'payoff' and paid_at >= ${begins} and paid_at < ${ends}
        and ${isOfForm(scope)}
    ) as "paidEarly"
    from (
      select count(*) filter (where status = 'active' and not ${isCanceling}) as active,
        count(*) filter (where status = 'trialing' and not ${isCanceling}) as trialing,
        count(*) filter (where status = 'paused' and not ${isCanceling}) as paused,
        count(*) filter (where status in ('trialing', 'active', 'paused') and ${isCanceling}) as canceling,
        count(*) filter (where status in ('past_due', 'unpaid')) as "pastDue"
      from subscriptions_view as subscriptions
      where seller_id = ${scope.sellerId} and status in ('trialing', 'active', 'paused', 'past_due', 'unpaid')
        and ${cameOfForm(scope, 'subscriptions.orderId')}
    ) live, (
      select count(*) filter (where created_at >= ${begins} and created_at < ${ends}) as "trialsStarted",
        count(*) filter (where trial_end >= ${begins} and trial_end < ${ends} and paid_cycles > 0) as "trialsConverted"
      from subscriptions_view as subscriptions
      where seller_id = ${scope.sellerId} and trial_days > 0 and status not in ('incomplete', 'incomplete_expired')
        and ${cameOfForm(scope, 'subscriptions.orderId')}
    ) trials`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('Nothing was counted')
  return counts
}

function isWithin({ borders }: Span, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${at} >= ${borders.at(0)} and ${at} < ${borders.at(-1)}`
}

function slotOf({ borders }: Span, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`width_bucket(${at}, ${borders}::timestamptz[])`
}

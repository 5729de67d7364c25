import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { AheadKind } from './ahead-kinds.ts'

export type AheadScope = {
  readonly sellerId: string
  readonly form?: string | undefined
  /** The price of `form`. For its original price, the form's id. */
  readonly price?: string | undefined
}

/** From `from` until `until`, which is excluded. */
export type Span = { readonly from: Date; readonly until: Date }

const isBegun = sql<boolean>`own.status in ('active', 'trialing', 'paused', 'past_due')`

/**
 * "Plain" subscriptions, whose future payments follow from their columns alone. They have no pause, changed price or
 * declined payment, and Stripe's dates for them are known. Nearly all subscriptions are plain.
 */
const isPlain = sql<boolean>`(own.pause_from is null and own.pause_until is null and own.agreed_prices is null
  and own.next_payment_attempt is null and own.billing_cycle_anchor is not null
  and (own.discount_amount = 0 or own.reduced_total is not null))`

const isEnding = sql<boolean>`(own.cancellation is distinct from 'resume' and (own.cancel_at_period_end
  or own.cancellation is not null or coalesce(own.cancel_at <= own.current_period_end, false))
  or own.cancel_after > 0 and own.paid_cycles >= own.cancel_after)`

/** Subscriptions that have begun and have something due by then, plain or not. */
export function dueUntil(
  { sellerId, form, price }: AheadScope,
  until: Date,
  which: 'plain' | 'other',
): RawBuilder<boolean> {
  const conditions = [
    sql`own.seller_id = ${sellerId}`,
    isBegun,
    sql`(own.current_period_end < ${until} or own.pause_until < ${until} or own.next_payment_attempt < ${until})`,
    which === 'plain' ? isPlain : sql`not ${isPlain}`,
    ...(form === undefined ? [] : [sql`own.order_id in (${ordersOf(form, price)})`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function ordersOf(form: string, price: string | undefined) {
  const isOfPrice =
    price === undefined
      ? sql`true`
      : price === form
        ? sql`(orders.price_id = ${price} or orders.price_id is null)`
        : sql`orders.price_id = ${price}`
  return sql`select orders.id from purchases_view as orders
    where orders.form_id = ${form} and orders.kind = 'order' and ${isOfPrice}`
}

/**
 * Cycles as Stripe counts them: in UTC, always from the anchor, and on the last day of months that are too short.
 * `first` is the next payment, and `unpaid` is the number of payments left in a plan.
 */
const columns = sql`own.order_id, own.currency, own.status, own.current_period_end, own.cancel_at, own.total,
  own.discount_amount, own.discount_cycles, own.reduced_total, ${isEnding} as is_ending,
  own.billing_cycle_anchor at time zone 'UTC' as anchor,
  greatest(own.current_period_end, own.billing_cycle_anchor) at time zone 'UTC' as first,
  case when own.cancel_after > 0 then own.cancel_after - own.paid_cycles end as unpaid,
  case own.billing_period when 'Daily' then 1 when 'Weekly' then 7 end * own.billing_interval as days,
  case own.billing_period when 'Monthly' then 1 when 'Yearly' then 12 end * own.billing_interval as months,
  case own.billing_period when 'Daily' then interval '1 day' when 'Weekly' then interval '7 days'
    when 'Monthly' then interval '1 month' else interval '12 months' end * own.billing_interval as step`

/** The number of whole cycles between the anchor and a time in UTC. For cycles in months, it can be one too high. */
function stepsUntil(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`floor(case when months is null then date_part('epoch', ${time} - anchor) / (days * 86400)
    else (${monthOf(time)} - ${monthOf(sql.ref('anchor'))}) / months end)::integer`
}

function monthOf(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(date_part('year', ${time}) * 12 + date_part('month', ${time}))`
}

/**
 * The payments and ends of plain subscriptions, computed in the database. They are the same as those of
 * `paymentsAhead`.
 */
export function plannedPayments(
  scope: AheadScope,
  { from, until }: Span,
  currency?: string,
): RawBuilder<unknown> {
  const last = sql`(${until}::timestamptz at time zone 'UTC')`
  const ofCurrency = currency === undefined ? sql`true` : sql`own.currency = ${currency}`
  return sql`
    select order_id, currency, at, kind, total
    from (
      select order_id, currency, cancel_at,
        case when is_ending then current_period_end else (anchor + (reached + later) * step) at time zone 'UTC' end as at,
        case when is_ending then 'end' when later = 0 and status = 'trialing' then 'trial_end'
          when unpaid is null then 'renewal' when later = unpaid - 1 then 'last_payment' else 'instalment' end as kind,
        case when is_ending then 0
          when discount_amount > 0 and (discount_cycles is null or reached + later < discount_cycles) then reduced_total
          else total end as total
      from (
        select *, generate_series(0, case when is_ending then 0 else least(latest - reached, unpaid - 1) end) as later
        from (
          select *, greatest(0, steps - case when anchor + steps * step > first then 1 else 0 end) as reached
          from (
            select *, ${stepsUntil(sql.ref('first'))} as steps, ${stepsUntil(last)} as latest
            from (
              select ${columns} from subscriptions as own where ${dueUntil(scope, until, 'plain')} and ${ofCurrency}
              offset 0
            ) plain
            offset 0
          ) counted
          offset 0
        ) begun
      ) due
      offset 0
    ) payments
    where at >= ${from} and at < ${until}
      and (kind = 'end' or total > 0 and (cancel_at is null or at < cancel_at))`
}

export type PlannedSum = {
  readonly currency: string
  readonly slot: number
  readonly kind: AheadKind
  readonly total: number
  readonly count: number
}

/** Adds up the payments of plain subscriptions in slots of equal length in milliseconds, counted from 0. */
export async function sumPlanned(
  db: Kysely<Database>,
  scope: AheadScope,
  span: Span,
  slot: number,
): Promise<PlannedSum[]> {
  // Materialized, because PostgreSQL would otherwise expect too many rows and sort them before adding them up.
  const { rows } = await sql<PlannedSum>`
    with planned as materialized (
      select currency, floor(extract(epoch from at - ${span.from}::timestamptz)::float8 / ${slot / 1000})::integer as slot,
        kind, total
      from (${plannedPayments(scope, span)}) payments
    )
    select currency, slot, kind, sum(total)::bigint as total, count(*)::integer as count
    from planned group by currency, slot, kind`.execute(db)
  return rows
}

import { sql, type Kysely, type Selectable } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { standingOf } from './subscription/plan-status.ts'

/** Records a plan's new state if it has changed. The platform's numbers over time are read from this history. */
export async function recordStanding(
  db: Kysely<Database>,
  row: Selectable<Database['planSubscriptions']>,
): Promise<void> {
  const { id, plan, amount, currency, endedAt, updatedAt } = row
  const standing = standingOf(row)
  const at = standing === 'ended' ? (endedAt ?? updatedAt) : updatedAt
  // A late report must not precede earlier entries.
  await sql`
    insert into plan_history (id, subscription_id, at, plan, standing, amount, currency)
    select ${newId()}, ${id}::uuid, greatest(${at}::timestamptz, last.at), ${plan}, ${standing}, ${amount}, ${currency}
    from (select 1) given
    left join lateral (
      select * from plan_history where subscription_id = ${id} order by at desc, id desc limit 1
    ) last on true
    where (last.plan, last.standing, last.amount, last.currency)
      is distinct from (${plan}::text, ${standing}::text, ${amount}::bigint, ${currency}::text)`.execute(db)
}

export type PlanMonth = {
  /** The first day of the month, such as `2026-01-01`. */
  readonly month: string
  /** Sellers who pay at the end of the month, or now if it is the current month. */
  readonly payers: number
  readonly gained: number
  readonly lost: number
  readonly trials: number
  readonly trialsBegun: number
  readonly trialsPaid: number
  readonly trialsEnded: number
}

export type MonthOfMoney = {
  readonly month: string
  readonly currency: string
  readonly recurring: number
  /** The monthly revenue, at the start of the month, from sellers who no longer pay at its end. */
  readonly lost: number
}

/** The latest UTC months, including the current one, each with its end or the present time. */
function spans(now: Date, months: number) {
  return sql`
    with months as (
      select first, least((first + interval '1 month') at time zone 'UTC', ${now}::timestamptz) as ends,
        first at time zone 'UTC' as begins
      from generate_series(
        date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => ${months - 1}::int),
        date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') first
    ), spans as (
      select seller_id, standing, plan_history.amount, plan_history.currency, at,
        lead(at) over subscription as until, lag(standing) over subscription as before
      from plan_history join plan_subscriptions on plan_subscriptions.id = subscription_id
      window subscription as (partition by subscription_id order by at, plan_history.id)
    ), standings as (
      select first, seller_id, currency,
        coalesce(sum(amount) filter (where at <= begins and (until is null or until > begins)), 0) as was,
        coalesce(sum(amount) filter (where at <= ends and (until is null or until > ends)), 0) as is_now
      from months join spans on standing = 'paid' and at <= ends and (until is null or until > begins)
      group by first, seller_id, currency
    )`
}

/**
 * How many sellers paid, were in a trial or left in each month. Sellers who change plans have neither left nor joined.
 */
export async function readPlanMonths(
  db: Kysely<Database>,
  now: Date,
  months: number,
): Promise<readonly PlanMonth[]> {
  const { rows } = await sql<PlanMonth>`
    ${spans(now, months)}, sellers_of_month as (
      select first, seller_id, sum(was) > 0 as paid_before, sum(is_now) > 0 as pays
      from standings group by first, seller_id
    ), paying as (
      select first, count(*) filter (where pays) as payers,
        count(*) filter (where pays and not paid_before) as gained,
        count(*) filter (where paid_before and not pays) as lost
      from sellers_of_month group by first
    ), trying as (
      select first,
        count(*) filter (where standing = 'trial' and (until is null or until > ends)) as trials,
        count(*) filter (where standing = 'trial' and before is distinct from 'trial' and at >= begins) as begun,
        count(*) filter (where standing = 'paid' and before = 'trial' and at >= begins) as paid,
        count(*) filter (where standing in ('none', 'ended') and before = 'trial' and at >= begins) as ended
      from months join spans on at <= ends
      group by first
    )
    select to_char(first, 'YYYY-MM-DD') as month, coalesce(payers, 0) as payers, coalesce(gained, 0) as gained,
      coalesce(lost, 0) as lost, coalesce(trials, 0) as trials, coalesce(begun, 0) as "trialsBegun",
      coalesce(paid, 0) as "trialsPaid", coalesce(ended, 0) as "trialsEnded"
    from months left join paying using (first) left join trying using (first)
    order by first`.execute(db)
  return rows
}

/** A month's revenue by currency and plan. Plans without revenue are left out. */
export async function readMoneyMonths(
  db: Kysely<Database>,
  now: Date,
  months: number,
): Promise<readonly MonthOfMoney[]> {
  const { rows } = await sql<MonthOfMoney>`
    ${spans(now, months)}
    select to_char(first, 'YYYY-MM-DD') as month, currency, sum(is_now)::bigint as recurring,
      (sum(was) filter (where is_now = 0))::bigint as lost
    from standings
    group by first, currency
    order by currency, first`.execute(db)
  return rows.map((row) => ({ ...row, lost: row.lost ?? 0 }))
}

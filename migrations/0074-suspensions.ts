import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Operators stop a shop's sales for a reason, and see how the sellers' own plans went over time. */
export const suspensions: Migration = {
  async up(db) {
    await sellerSuspensions(db)
    await planHistory(db)
    await sql`
      insert into permissions (id, name, description, entity, read, write, update, delete)
      values
        (gen_random_uuid(), 'Sellers: read', 'See every seller, their plan and their onboarding', 'sellers',
          true, false, false, false),
        (gen_random_uuid(), 'Sellers: suspend', 'Suspend sellers, and lift it again', 'sellers',
          true, false, true, false)
      on conflict do nothing`.execute(db)
  },
}

async function sellerSuspensions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seller_suspensions (
      id uuid primary key,
      seller_id uuid not null references sellers,
      reason text not null,
      suspended_at timestamptz not null,
      suspended_by uuid,
      lifted_at timestamptz,
      lifted_by uuid
    )`.execute(db)
  await sql`
    create unique index one_suspension on seller_suspensions (seller_id) where lifted_at is null`.execute(db)
  await sql`create index suspensions_of_seller on seller_suspensions (seller_id, id desc)`.execute(db)
}

/** What is known of plans until now: when each began, when its trial was over, and when it ended. */
async function planHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan_history (
      id uuid primary key,
      subscription_id uuid not null references plan_subscriptions on delete cascade,
      at timestamptz not null,
      plan text not null check (plan in ('BASIC', 'GROWTH', 'PARTNER_FREE')),
      standing text not null check (standing in ('none', 'trial', 'paid', 'free', 'ended')),
      amount bigint not null check (amount >= 0),
      currency text not null
    )`.execute(db)
  await sql`create index plan_history_of_subscription on plan_history (subscription_id, at, id)`.execute(db)
  await sql`
    with known as (
      select *, status in ('trialing', 'active', 'past_due') as is_live,
        stripe_subscription_id is not null and status not in ('incomplete', 'incomplete_expired') as has_begun
      from plan_subscriptions
    ), moves as (
      select id, created_at as at, 1 as position, plan, amount, currency,
        case when trial_end is not null then 'trial' when not has_begun then 'none'
          when amount = 0 then 'free' else 'paid' end as standing
      from known
      union all
      select id, trial_end, 2, plan, amount, currency, case when amount = 0 then 'free' else 'paid' end
      from known
      where trial_end > created_at and trial_end <= now() and has_begun and status <> 'trialing'
        and (ended_at is null or ended_at > trial_end)
      union all
      select id, greatest(coalesce(ended_at, updated_at), created_at), 3, plan, amount, currency, 'ended'
      from known
      where not is_live and status <> 'creating' and status <> 'incomplete'
    )
    insert into plan_history (id, subscription_id, at, plan, standing, amount, currency)
    select gen_random_uuid(), id, at, plan, standing, amount, currency
    from moves
    order by at, position`.execute(db)
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The sellers' own plans, which live on the platform's account at the provider. A seller has one that has not ended, at
 * most. Sellers who signed up before there were plans begin with the trial like everybody.
 */
export const plans: Migration = {
  async up(db) {
    await sql`alter table sellers add column stripe_customer_id text unique`.execute(db)
    await sql`
      create table plan_subscriptions (
        id uuid primary key,
        seller_id uuid not null references sellers,
        plan text not null check (plan in ('BASIC', 'GROWTH', 'PARTNER_FREE')),
        status text not null check (status in ('creating', 'incomplete', 'incomplete_expired', 'trialing',
          'active', 'past_due', 'unpaid', 'paused', 'canceled')),
        stripe_subscription_id text unique,
        latest_invoice_id text,
        amount bigint not null check (amount >= 0),
        currency text not null,
        trial_end timestamptz,
        current_period_end timestamptz,
        cancel_at_period_end boolean not null default false,
        ended_at timestamptz,
        requested_at timestamptz,
        change_id uuid,
        change_plan text check (change_plan in ('BASIC', 'GROWTH', 'PARTNER_FREE')),
        change_at timestamptz,
        read_at timestamptz,
        next_check_at timestamptz,
        check_count integer not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check ((change_id is null) = (change_plan is null) and (change_id is null) = (change_at is null))
      )`.execute(db)
    await sql`
      create unique index one_plan_subscription on plan_subscriptions (seller_id)
        where status not in ('incomplete_expired', 'canceled')`.execute(db)
    await sql`create index plan_subscriptions_of_seller on plan_subscriptions (seller_id)`.execute(db)
    await sql`
      create index plan_subscriptions_to_check on plan_subscriptions (next_check_at)
        where next_check_at is not null`.execute(db)
    await sql`
      insert into plan_subscriptions (id, seller_id, plan, status, amount, currency, trial_end, next_check_at)
      select gen_random_uuid(), id, 'BASIC', 'creating', 1900, 'usd', now() + interval '14 days', now()
      from sellers`.execute(db)
  },
}

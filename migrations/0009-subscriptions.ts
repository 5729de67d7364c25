import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What goes on after the order of a recurring price. The order purchase is its first invoice; each later invoice that is
 * paid is a purchase of kind `renewal`. And what was made once at the provider and is used again: a product for each
 * title, a tax rate for each tax, on each account.
 */
export const subscriptions: Migration = {
  async up(db) {
    await sql`
      create table subscriptions (
        id uuid primary key,
        order_id uuid not null unique references purchases,
        seller_id uuid not null references sellers,
        stripe_account_id text not null,
        stripe_subscription_id text unique,
        stripe_customer_id text,
        status text not null default 'incomplete' check (status in ('incomplete', 'incomplete_expired', 'trialing',
          'active', 'past_due', 'unpaid', 'paused', 'canceled')),
        title text not null,
        billing_interval integer not null check (billing_interval > 0),
        billing_period text not null check (billing_period in ('Daily', 'Weekly', 'Monthly', 'Yearly')),
        cancel_after integer not null check (cancel_after >= 0),
        currency text not null,
        subtotal bigint not null check (subtotal >= 0),
        tax_amount bigint not null check (tax_amount >= 0),
        total bigint not null check (total > 0 and total = subtotal + tax_amount),
        tax_title text,
        tax_percentage numeric(7, 4),
        tax_inclusive boolean,
        paid_cycles integer not null default 0,
        billing_cycle_anchor timestamptz,
        current_period_end timestamptz,
        cancel_at timestamptz,
        cancel_at_period_end boolean not null default false,
        canceled_at timestamptz,
        ended_at timestamptz,
        unpaid_invoice_id text,
        next_payment_attempt timestamptz,
        cancellation text check (cancellation in ('period_end', 'now', 'resume')),
        cancellation_by text check (cancellation_by in ('buyer', 'seller')),
        cancellation_at timestamptz,
        revision integer not null default 0,
        next_check_at timestamptz,
        check_count integer not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index subscriptions_of_customer on subscriptions (stripe_customer_id)`.execute(db)
    await sql`
      create index subscriptions_to_check on subscriptions (next_check_at) where next_check_at is not null`.execute(
      db,
    )
    await sql`
      create table provider_objects (
        stripe_account_id text not null,
        kind text not null check (kind in ('product', 'tax_rate')),
        fingerprint text not null,
        stripe_id text not null,
        created_at timestamptz not null default now(),
        primary key (stripe_account_id, kind, fingerprint)
      )`.execute(db)
  },
}

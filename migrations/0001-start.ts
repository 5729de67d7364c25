import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Identities, sellers, what sellers build, purchases and their books, and the inbox and outbox around them. */
export const start: Migration = {
  async up(db) {
    await identities(db)
    await sellers(db)
    await products(db)
    await forms(db)
    await purchases(db)
    await inboxAndOutbox(db)
  },
}

async function identities(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      name text not null,
      firstname text not null default '',
      last_name text not null default '',
      email text not null unique check (length(email) <= 128),
      email_verified boolean not null default false,
      image text,
      role text not null default 'Customer' check (role in ('SuperAdmin', 'Partner', 'Admin', 'Customer')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index sessions_of_user on sessions (user_id)`.execute(db)
  await sql`
    create table identities (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      account_id text not null,
      provider_id text not null,
      password text,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, account_id)
    )`.execute(db)
  await sql`create index identities_of_user on identities (user_id)`.execute(db)
  await sql`
    create table verifications (
      id uuid primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index verifications_by_identifier on verifications (identifier)`.execute(db)
}

async function sellers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sellers (
      id uuid primary key,
      name text not null,
      stripe_account_id text unique,
      onboarding_status text not null default 'uncompleted'
        check (onboarding_status in ('uncompleted', 'completed', 'restricted')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table members (
      user_id uuid primary key references users on delete cascade,
      seller_id uuid not null references sellers,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index members_of_seller on members (seller_id)`.execute(db)
}

async function products(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bumps (
      id uuid primary key,
      seller_id uuid not null references sellers,
      title text not null,
      image text not null,
      description text not null,
      amount bigint not null check (amount >= 0),
      currency text not null,
      files jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db)
  await sql`create index bumps_of_seller on bumps (seller_id, id desc) where deleted_at is null`.execute(db)
  await sql`
    create table offers (
      id uuid primary key,
      seller_id uuid not null references sellers,
      title text not null,
      image text not null,
      description text not null,
      amount bigint not null check (amount >= 0),
      currency text not null,
      files jsonb not null default '[]',
      accept_button_text text not null,
      decline_button_text text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db)
  await sql`create index offers_of_seller on offers (seller_id, id desc) where deleted_at is null`.execute(db)
  await sql`
    create table taxes (
      id uuid primary key,
      seller_id uuid not null references sellers,
      title text not null,
      percentage numeric(7, 4) not null check (percentage between 0 and 100),
      inclusive boolean not null default false,
      active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db)
  await sql`create index taxes_of_seller on taxes (seller_id, id desc) where deleted_at is null`.execute(db)
}

async function forms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forms (
      id uuid primary key,
      seller_id uuid not null references sellers,
      name text not null,
      title text not null,
      description text not null,
      image text,
      video text,
      files jsonb not null default '[]',
      redirect_url text,
      success_message text,
      terms_url text,
      tax_id uuid references taxes,
      amount bigint not null check (amount >= 0),
      currency text not null,
      price_type text not null check (price_type in ('OneTimePrice', 'RecurringPrice')),
      billing_interval integer not null check (billing_interval >= 1),
      billing_period text not null check (billing_period in ('Daily', 'Weekly', 'Monthly', 'Yearly')),
      cancel_after integer not null check (cancel_after >= 0),
      button_text text not null,
      button_text_color text not null,
      theme_color text not null,
      one_time_offer_id uuid references offers,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      check (image is not null or video is not null)
    )`.execute(db)
  await sql`create index forms_of_seller on forms (seller_id, id desc) where deleted_at is null`.execute(db)
  await sql`
    create table form_bumps (
      form_id uuid not null references forms,
      bump_id uuid not null references bumps,
      position integer not null,
      primary key (form_id, bump_id)
    )`.execute(db)
  await sql`
    create table form_offer_sequence (
      form_id uuid not null references forms,
      bump_id uuid not null references bumps,
      position integer not null,
      primary key (form_id, bump_id)
    )`.execute(db)
  await sql`
    create table timers (
      id uuid primary key,
      form_id uuid not null references forms,
      title text not null,
      expires_at timestamptz not null,
      timezone text,
      amount bigint check (amount >= 0),
      redirect_url text
    )`.execute(db)
  await sql`create index timers_of_form on timers (form_id, expires_at)`.execute(db)
}

async function purchases(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table purchases (
      id uuid primary key,
      seller_id uuid not null references sellers,
      form_id uuid not null references forms,
      idempotency_key text not null,
      fingerprint text not null,
      status text not null check (status in ('created', 'requires_action', 'unknown', 'paid', 'failed', 'canceled',
        'partially_refunded', 'refunded')),
      email text not null,
      name text not null,
      currency text not null,
      subtotal bigint not null check (subtotal >= 0),
      tax_amount bigint not null check (tax_amount >= 0),
      total bigint not null check (total = subtotal + tax_amount),
      application_fee_amount bigint not null default 0 check (application_fee_amount between 0 and total),
      one_time_offer_count integer not null,
      stripe_account_id text not null,
      payment_method_id text,
      stripe_customer_id text,
      payment_intent_id text unique,
      failure_reason text,
      failure_message text,
      next_check_at timestamptz,
      check_count integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      paid_at timestamptz,
      unique (form_id, idempotency_key)
    )`.execute(db)
  await sql`create index purchases_of_seller on purchases (seller_id, id desc)`.execute(db)
  await sql`create index purchases_of_account on purchases (stripe_account_id, created_at)`.execute(db)
  await sql`create index purchases_to_check on purchases (next_check_at) where next_check_at is not null`.execute(
    db,
  )
  await sql`
    create table purchase_lines (
      purchase_id uuid not null references purchases,
      position integer not null,
      kind text not null check (kind in ('form', 'bump', 'offer')),
      bump_id uuid references bumps,
      title text not null,
      subtotal bigint not null check (subtotal >= 0),
      tax_amount bigint not null check (tax_amount >= 0),
      total bigint not null check (total = subtotal + tax_amount),
      tax_title text,
      tax_percentage numeric(7, 4),
      tax_inclusive boolean,
      primary key (purchase_id, position)
    )`.execute(db)
  await sql`
    create table purchase_transitions (
      id bigint generated always as identity primary key,
      purchase_id uuid not null references purchases,
      status text not null,
      cause text not null,
      at timestamptz not null default now()
    )`.execute(db)
  await sql`create index transitions_of_purchase on purchase_transitions (purchase_id, id)`.execute(db)
  await sql`
    create table book_differences (
      id uuid primary key,
      kind text not null check (kind in ('charge_without_purchase', 'purchase_without_charge', 'amount_differs')),
      stripe_account_id text not null,
      payment_intent_id text,
      purchase_id uuid references purchases,
      details jsonb not null,
      found_at timestamptz not null default now(),
      settled_at timestamptz,
      unique nulls not distinct (kind, payment_intent_id, purchase_id)
    )`.execute(db)
}

async function inboxAndOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_events (
      id text primary key,
      stripe_account_id text,
      type text not null,
      payload jsonb not null,
      received_at timestamptz not null default now(),
      done_at timestamptz,
      outcome text,
      attempts integer not null default 0,
      next_attempt_at timestamptz
    )`.execute(db)
  await sql`
    create index webhook_events_to_work on webhook_events (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  )
  await sql`
    create table mails (
      id uuid primary key,
      kind text not null,
      purchase_id uuid references purchases,
      recipient text not null,
      subject text,
      text text,
      html text,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      attempts integer not null default 0,
      next_attempt_at timestamptz default now(),
      unique (kind, purchase_id)
    )`.execute(db)
  await sql`create index mails_to_send on mails (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  )
  await sql`
    create table schedules (
      name text primary key,
      next_run_at timestamptz not null
    )`.execute(db)
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where a seller's programs receive events, and what was sent there. */
export const addWebhookEndpoints: Migration = {
  async up(db) {
    await sql`
      create table webhook_endpoints (
        id uuid primary key,
        seller_id uuid not null references sellers,
        name text not null,
        url text not null,
        types text[] not null,
        form_ids uuid[],
        is_thin boolean not null,
        secret text not null,
        old_secret text,
        old_secret_until timestamptz,
        state text not null default 'new' check (state in ('new', 'on', 'failing', 'off')),
        off_reason text check (off_reason in ('seller', 'gone', 'failing', 'never_answered')),
        off_after bigint,
        failures integer not null default 0,
        failing_since timestamptz,
        warned_at timestamptz,
        succeeded_at timestamptz,
        next_due_at timestamptz,
        rests_until timestamptz,
        leased_until timestamptz,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index webhook_endpoints_of_seller on webhook_endpoints (seller_id, id)`.execute(db)
    await sql`
      create index webhook_endpoints_due on webhook_endpoints (next_due_at) where next_due_at is not null`.execute(
      db,
    )
    await sql`
      create table deliveries (
        endpoint_id uuid not null references webhook_endpoints on delete cascade,
        event_id bigint not null references events on delete cascade,
        attempts integer not null default 0,
        next_attempt_at timestamptz,
        done_at timestamptz,
        tried_at timestamptz,
        tries jsonb not null default '[]',
        answer text,
        primary key (endpoint_id, event_id)
      )`.execute(db)
    await sql`
      create index deliveries_due on deliveries (endpoint_id, next_attempt_at, event_id)
      where next_attempt_at is not null`.execute(db)
    await sql`create index deliveries_open on deliveries (endpoint_id, event_id) where done_at is null`.execute(
      db,
    )
    await sql`create index deliveries_tried on deliveries (endpoint_id, tried_at)`.execute(db)
    await sql`create index deliveries_of_event on deliveries (event_id)`.execute(db)
  },
}

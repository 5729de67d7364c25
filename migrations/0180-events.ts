import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Records a shop's events from now on, for its seller's programs. A role can give members access to them. */
export const addEvents: Migration = {
  async up(db) {
    await sql`
      create table events (
        id bigint generated always as identity primary key,
        public_id uuid not null unique default gen_random_uuid(),
        seller_id uuid not null references sellers,
        type text not null,
        object_id text not null,
        purchase_id uuid,
        happened_at timestamptz not null,
        source_id text not null,
        unique (source_id, type)
      )`.execute(db)
    await sql`
      create view events_view as
      select id, public_id, seller_id, type, object_id, purchase_id, happened_at from events`.execute(db)
    await sql`create index events_of_seller on events (seller_id, id)`.execute(db)
    await sql`create index events_of_object on events (object_id)`.execute(db)
    await sql`
      create index events_of_purchase on events (purchase_id) where purchase_id is not null`.execute(db)
    await sql`create index events_by_time on events (happened_at)`.execute(db)
    await sql`
      create table pending_events (
        id bigint generated always as identity primary key,
        seller_id uuid not null references sellers,
        type text not null,
        object_id text not null,
        purchase_id uuid,
        happened_at timestamptz not null
      )`.execute(db)
    await sql`
      insert into notice_cursors (source, collected_to, seen_to)
      select 'events', coalesce(max(id), 0), coalesce(max(id), 0) from purchase_transitions`.execute(db)
    await sql`
      insert into permissions (id, entity, name, description, read, write, update, delete) values
        (gen_random_uuid(), 'developers', 'Developers: read', 'See webhooks and events, with buyers’ data', true, false, false, false),
        (gen_random_uuid(), 'developers', 'Developers: manage', 'See, create, change and delete webhooks', true, true, true, true)`.execute(
      db,
    )
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Devices that are told of what happens in a shop, and what is still to be told to them. */
export const push: Migration = {
  async up(db) {
    await sql`
      create table push_devices (
        id uuid primary key,
        user_id uuid not null references members on delete cascade,
        session_id uuid not null references sessions on delete cascade,
        endpoint text not null unique,
        p256dh text not null,
        auth text not null,
        kinds text[] not null,
        shows_buyer boolean not null,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index push_devices_of_user on push_devices (user_id)`.execute(db)
    await sql`create index push_devices_of_session on push_devices (session_id)`.execute(db)
    await sql`
      create table push_messages (
        id uuid primary key,
        device_id uuid not null references push_devices on delete cascade,
        seller_id uuid not null references sellers,
        kind text not null,
        told_from bigint not null,
        told_to bigint not null,
        at timestamptz not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz not null
      )`.execute(db)
    await sql`create index push_messages_of_device on push_messages (device_id)`.execute(db)
    await sql`create index push_messages_due on push_messages (next_attempt_at)`.execute(db)
  },
}

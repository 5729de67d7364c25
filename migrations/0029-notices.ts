import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a seller is told of. The history of a purchase also says what happened beside its payment (`event`, of which
 * `subject` is the id); notices are derived from it by a job that begins here, so that nothing older is told.
 */
export const notices: Migration = {
  async up(db) {
    await sql`alter table purchase_transitions add column event text, add column subject text`.execute(db)
    await sql`
      create table notices (
        id bigint generated always as identity primary key,
        transition_id bigint not null unique references purchase_transitions,
        seller_id uuid not null references sellers,
        kind text not null check (kind in ('sale', 'refund', 'dispute', 'renewal_failed', 'cancellation')),
        purchase_id uuid not null references purchases,
        subject text,
        amount bigint not null check (amount >= 0),
        currency text not null,
        at timestamptz not null
      )`.execute(db)
    await sql`create index notices_of_seller on notices (seller_id, id)`.execute(db)
    await sql`create index notices_of_kind on notices (seller_id, kind, id)`.execute(db)
    await sql`
      create table notice_cursors (
        source text primary key,
        collected_to bigint not null
      )`.execute(db)
    await sql`
      insert into notice_cursors (source, collected_to)
      select 'purchase_transitions', coalesce(max(id), 0) from purchase_transitions`.execute(db)
    await sql`
      create table notice_paces (
        seller_id uuid not null references sellers,
        kind text not null,
        told_to bigint not null,
        told_at timestamptz,
        wait integer not null default 0,
        due_at timestamptz,
        primary key (seller_id, kind)
      )`.execute(db)
    await sql`create index notice_paces_due on notice_paces (due_at) where due_at is not null`.execute(db)
    await sql`
      create table notice_readers (
        user_id uuid primary key references members on delete cascade,
        zone text not null default 'UTC',
        hows jsonb not null default '{}',
        seen_to bigint not null default 0,
        lettered_to bigint not null default 0,
        letter_at timestamptz not null
      )`.execute(db)
    await sql`create index notice_readers_due on notice_readers (letter_at)`.execute(db)
  },
}

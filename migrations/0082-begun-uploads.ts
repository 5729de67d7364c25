import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Large uploads on their way, and which of their parts have arrived. `modified_at` is what the browser says of the file, so
 * that the same file goes on where it was; `storage_id` is the storage's own name for it.
 */
export const begunUploads: Migration = {
  async up(db) {
    await sql`
      create table begun_uploads (
        id uuid primary key,
        seller_id uuid not null references sellers,
        user_id uuid references users on delete set null,
        path text not null unique,
        name text not null,
        type text not null,
        size bigint not null check (size > 0),
        part_size integer not null check (part_size > 0),
        modified_at bigint not null,
        storage_id text,
        created_at timestamptz not null,
        touched_at timestamptz not null,
        ending_at timestamptz,
        unique nulls not distinct (seller_id, user_id, name, size, modified_at)
      )`.execute(db)
    await sql`create index begun_uploads_touched on begun_uploads (touched_at)`.execute(db)
    await sql`
      create table begun_parts (
        upload_id uuid not null references begun_uploads on delete cascade,
        number integer not null check (number > 0),
        tag text not null,
        primary key (upload_id, number)
      )`.execute(db)
  },
}

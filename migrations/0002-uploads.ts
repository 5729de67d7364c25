import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What sellers uploaded: where it is stored and whose it is. The bytes are in the file storage. */
export const uploads: Migration = {
  async up(db) {
    await sql`
      create table uploads (
        id uuid primary key,
        seller_id uuid not null references sellers,
        user_id uuid references users on delete set null,
        kind text not null check (kind in ('picture', 'file')),
        path text not null unique,
        name text not null,
        type text not null,
        size bigint not null check (size >= 0),
        created_at timestamptz not null default now(),
        deleted_at timestamptz
      )`.execute(db)
    await sql`create index uploads_of_seller on uploads (seller_id) where deleted_at is null`.execute(db)
  },
}

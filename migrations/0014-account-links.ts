import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Links that are sent by mail: they confirm an address, set a new password, or agree to a change of address. The two
 * links of one change of address share `change_id`.
 */
export const accountLinks: Migration = {
  async up(db) {
    await sql`
      create table account_links (
        id uuid primary key,
        user_id uuid not null references users on delete cascade,
        kind text not null check (kind in ('confirm', 'reset', 'change-from', 'change-to')),
        email text not null check (length(email) <= 128),
        token_hash text not null unique,
        change_id uuid check ((change_id is null) = (kind in ('confirm', 'reset'))),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz
      )`.execute(db)
    await sql`create index account_links_of_user on account_links (user_id)`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A file may be replaced by a new version; which one was opened stays known. */
export const fileVersions: Migration = {
  async up(db) {
    await sql`
      alter table uploads
        add column version integer not null default 1 check (version > 0),
        add column replaced_by uuid references uploads,
        add column replaced_at timestamptz,
        add check ((replaced_by is null) = (replaced_at is null))`.execute(db)
  },
}

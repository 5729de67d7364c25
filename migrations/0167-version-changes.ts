import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How a version differs from the one before it, and since when an earlier version has been in use again. */
export const addVersionChanges: Migration = {
  async up(db) {
    await sql`
      alter table form_versions
        add column changes jsonb not null default '[]',
        add column currency text not null default '',
        add column resumed_at timestamptz`.execute(db)
  },
}

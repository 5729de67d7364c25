import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How a version differs from the one it followed, and since when an earlier one is in use again. */
export const addVersionChanges: Migration = {
  async up(db) {
    await sql`
      alter table form_versions
        add column changes jsonb not null default '[]',
        add column currency text not null default '',
        add column resumed_at timestamptz`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a buyer first and last opened each file of a purchase. No addresses; what was opened before is not known. */
export const fileOpenings: Migration = {
  async up(db) {
    await sql`
      create table file_openings (
        purchase_id uuid not null references purchases,
        file_id uuid not null,
        first_at timestamptz not null,
        last_at timestamptz not null,
        primary key (purchase_id, file_id)
      )`.execute(db)
  },
}

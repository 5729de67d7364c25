import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who settled a difference between the books and why, and when the books were last compared to the end. */
export const books: Migration = {
  async up(db) {
    await sql`
      alter table book_differences
        add column settled_by uuid references users on delete set null,
        add column settled_note text`.execute(db)
    await sql`alter table schedules add column finished_at timestamptz`.execute(db)
    await sql`
      create index purchases_unsettled on purchases (created_at)
        where status in ('created', 'requires_action', 'unknown')`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a member wants to hear of nothing, in hours by the clock of their zone, and what is held back until then. */
export const quietHours: Migration = {
  async up(db) {
    await sql`
      alter table notice_readers
      add column quiet_from integer check (quiet_from between 0 and 23),
      add column quiet_to integer check (quiet_to between 0 and 23),
      add column held jsonb not null default '{}',
      add column held_until timestamptz,
      add check ((quiet_from is null) = (quiet_to is null)),
      add check (quiet_from <> quiet_to)`.execute(db)
    await sql`create index notice_readers_held on notice_readers (held_until) where held_until is not null`.execute(
      db,
    )
  },
}

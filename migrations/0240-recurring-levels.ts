import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What recurred at the beginning of the shown months: older changes are read once, not with every look. */
export const addRecurringLevels: Migration = {
  async up(db) {
    await sql`
      create table recurring_levels (
        seller_id uuid not null references sellers on delete cascade,
        at timestamptz not null,
        sums jsonb not null,
        made_at timestamptz not null,
        primary key (seller_id, at)
      )`.execute(db)
  },
}

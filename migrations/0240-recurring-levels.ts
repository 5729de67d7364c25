import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Recurring revenue at the start of each month shown, so that older changes are read only once instead of with every
 * page view.
 */
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

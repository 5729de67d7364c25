import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A price that its buyers name: `amount` is the least of it, so that a release from before this sells it at that. What is
 * suggested, and what buttons offer, changes nothing of what may be named.
 */
export const openPrices: Migration = {
  async up(db) {
    for (const table of ['forms', 'form_prices']) {
      await sql`
        alter table ${sql.ref(table)}
          add column is_open boolean not null default false,
          add column suggested_amount bigint check (suggested_amount >= 0),
          add column preset_amounts bigint[] not null default '{}' check (0 <= all (preset_amounts))`.execute(
        db,
      )
    }
  },
}

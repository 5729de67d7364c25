import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** By whose clock a shop tells its days; without one, by that of each device. */
export const shopTimeZone: Migration = {
  async up(db) {
    await sql`alter table sellers add column time_zone text`.execute(db)
  },
}

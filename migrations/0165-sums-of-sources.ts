import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Drops the rollups. They are computed again on demand, and then include the sales from each source. */
export const sumSources: Migration = {
  async up(db) {
    await sql`delete from sales_sums`.execute(db)
    await sql`delete from sums_of_forms`.execute(db)
  },
}

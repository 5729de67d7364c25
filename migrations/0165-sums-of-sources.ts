import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Drops the rollups, which are summed again on demand, with what came from each source. */
export const sumSources: Migration = {
  async up(db) {
    await sql`delete from sales_sums`.execute(db)
    await sql`delete from sums_of_forms`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What has no outcome, and what a bank has for too long, is found in `purchases_by_status`, which leaves out what was paid:
 * every purchase wrote the first of these two for a list that support looks at.
 */
export const dropUnsettledIndexes: Migration = {
  async up(db) {
    await sql`drop index if exists purchases_unsettled`.execute(db)
    await sql`drop index if exists purchases_with_bank`.execute(db)
  },
}

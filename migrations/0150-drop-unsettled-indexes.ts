import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * `purchases_by_status`, which leaves out paid purchases, also finds those without an outcome or with a bank for too
 * long. Every purchase wrote to the first of these two indexes, for a list that only support reads.
 */
export const dropUnsettledIndexes: Migration = {
  async up(db) {
    await sql`drop index if exists purchases_unsettled`.execute(db)
    await sql`drop index if exists purchases_with_bank`.execute(db)
  },
}

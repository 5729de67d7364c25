import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Purchases without an outcome, or with a bank for too long, are found in `purchases_by_status`, which leaves out paid
 * ones. Every purchase wrote the first of these two indexes for a list only support reads.
 */
export const dropUnsettledIndexes: Migration = {
  async up(db) {
    await sql`drop index if exists purchases_unsettled`.execute(db)
    await sql`drop index if exists purchases_with_bank`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Drops two indexes. `purchases_by_status`, which leaves out paid purchases, also finds purchases that have had no
 * outcome, or have been at a bank, for too long. Every purchase was written to the first of these indexes, for a list
 * that only support reads.
 */
export const dropUnsettledIndexes: Migration = {
  async up(db) {
    await sql`drop index if exists purchases_unsettled`.execute(db)
    await sql`drop index if exists purchases_with_bank`.execute(db)
  },
}

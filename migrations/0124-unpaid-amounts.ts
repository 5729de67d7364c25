import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What was tried for a renewal that could not be charged is what its invoice has due, which a credit at the provider makes
 * less than the price. What is unpaid already says so at its next comparison.
 */
export const unpaidAmounts: Migration = {
  async up(db) {
    await sql`alter table subscriptions add column unpaid_amount bigint check (unpaid_amount >= 0)`.execute(
      db,
    )
  },
}

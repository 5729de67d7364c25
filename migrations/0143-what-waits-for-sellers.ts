import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Why what a statement covers waits for its seller, as it was when it was covered: what its buyer writes later changes
 * nothing of it. What was covered before waits for nobody.
 */
export const whatWaitsForSellers: Migration = {
  async up(db) {
    await sql`
      alter table withdrawn_purchases
        add column waits_because text check (waits_because in ('country', 'opened', 'late', 'arrival'))`.execute(
      db,
    )
  },
}

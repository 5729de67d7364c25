import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A refund is asked for under another key once the provider has kept a failure for the one before. */
export const refundAttempts: Migration = {
  async up(db) {
    await sql`alter table refunds add column attempt integer not null default 0`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which contracts of a cancellation are ended, so that one that waits for its day does not end the others again. */
export const endedContracts: Migration = {
  async up(db) {
    await sql`alter table stated_purchases add column carried_out_at timestamptz`.execute(db)
  },
}

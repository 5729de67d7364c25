import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the trial of a person's first shop ends: a further shop of theirs has no trial beyond it. Null: not known. */
export const oneTrialOfAPerson: Migration = {
  async up(db) {
    await sql`alter table users add column trial_ends_at timestamptz`.execute(db)
  },
}

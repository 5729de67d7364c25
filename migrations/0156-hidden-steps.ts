import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The shops that have hidden their list of first steps. */
export const hideSteps: Migration = {
  async up(db) {
    await sql`
      create table hidden_steps (
        seller_id uuid primary key references sellers (id),
        hidden_at timestamptz not null
      )`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counters of what is limited. Unlogged: counting writes no log, and a crash of the server may forget the counts. */
export const rateLimits: Migration = {
  async up(db) {
    await sql`
      create unlogged table rate_limits (
        key text primary key,
        count integer not null,
        ends_at timestamptz not null
      )`.execute(db)
    await sql`create index rate_limits_by_end on rate_limits (ends_at)`.execute(db)
  },
}

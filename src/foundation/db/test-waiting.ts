import { sql, type Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** For tests: how many sessions wait for another's lock. `db` can be the transaction they wait for. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  // Otherwise a transaction keeps the session list from its first query.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

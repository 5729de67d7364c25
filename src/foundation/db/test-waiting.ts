import { sql, type Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Counts the sessions that wait for another session's lock, for tests. `db` can be the transaction that holds it. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  // Without this, a transaction would keep seeing the sessions from the time of its first query.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** What has happened so far is told to nobody: the history is read from here on. */
export async function passOverNotices(db: Kysely<Database>): Promise<void> {
  await sql`
    update notice_cursors set collected_to = greatest(collected_to, coalesce((select max(id) from purchase_transitions), 0))`.execute(
    db,
  )
}

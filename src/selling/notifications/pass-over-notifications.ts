import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** What has happened so far is told to nobody: the history is read from here on. Nothing else may be under way. */
export async function passOverNotifications(db: Kysely<Database>): Promise<void> {
  await sql`
    update notice_cursors set collected_to = newest.id, seen_to = newest.id
    from (select max(id) as id from purchase_transitions) newest
    where newest.id > collected_to`.execute(db)
}

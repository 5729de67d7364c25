import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Counts every mail that waits as sent when it was due, so that nobody gets it: for a history that is only told. */
export async function markAllSent(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('mails')
    .set((mail) => ({ sentAt: mail.ref('nextAttemptAt'), nextAttemptAt: null }))
    .where('sentAt', 'is', null)
    .where('nextAttemptAt', 'is not', null)
    .execute()
}

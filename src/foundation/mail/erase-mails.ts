import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Forgets what was, or was to be, written to a user. */
export async function eraseMails(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('mails').where('userId', '=', userId).execute()
}

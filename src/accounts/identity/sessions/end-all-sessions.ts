import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { endSessions } from '../account/store.ts'

/** Signs a person out everywhere, for whoever knows that somebody else has one of their sessions. */
export async function endAllSessions(tx: Transaction<Database>, userId: string): Promise<void> {
  await endSessions(tx, userId, null)
}

import { secondsAfter } from '#foundation/clock.ts'
import type { Services } from '#foundation/services.ts'
import { deleteEntriesBefore } from './store.ts'

/** How long the audit log is kept, in seconds: a year. */
const kept = 365 * 24 * 60 * 60

/** Drops the entries that are older than a year. Answers 0: there is never more to do at once. */
export async function pruneAuditLog({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  await deleteEntriesBefore(db, secondsAfter(clock.now(), -kept))
  return 0
}

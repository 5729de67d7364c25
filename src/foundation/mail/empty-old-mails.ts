import type { Kysely } from 'kysely'
import { secondsAfter, type Clock } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import { emptyMails } from './store.ts'

/** How long it is kept what a mail said. */
const retention = 90 * day

/** Erases what mails said that are older. */
export async function emptyOldMails({
  db,
  clock,
}: {
  readonly db: Kysely<Database>
  readonly clock: Clock
}): Promise<number> {
  return pruneRound(() => emptyMails(db, secondsAfter(clock.now(), -retention), pruneBatch))
}

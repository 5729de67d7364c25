import { buildIndexes } from '#foundation/db/migrate/build-indexes.ts'
import { claimSchedule, finishSchedule } from '#foundation/jobs/schedule.ts'
import type { Services } from '#registry/services.ts'

const schedule = 'build-indexes'
/** After this many seconds another process may try, in case the first one has died. */
const lease = 30 * 60

/**
 * Creates this version's missing indexes, in only one of the processes. Returns 0. Without them, the product is slower
 * but correct.
 */
export async function buildIndexesWhenDue(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  url: string,
): Promise<number> {
  if (!(await claimSchedule(db, schedule, lease, clock.now()))) return 0
  const indexes = await buildIndexes(url)
  if (indexes.length > 0) log.info({ indexes }, 'indexes made')
  const finishedAt = clock.now()
  await finishSchedule(db, schedule, finishedAt, finishedAt)
  return 0
}

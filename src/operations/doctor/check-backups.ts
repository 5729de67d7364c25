import { openDatabase } from '#foundation/db/database.ts'
import { hasCode } from '#foundation/db/embedded/files.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { lastFinish } from '#foundation/jobs/schedule.ts'
import { verifiedBackup } from '../record-backup.ts'
import { good, warning, type Finding } from './finding.ts'

/** In milliseconds: a nightly one may take its time. */
const longAgo = 36 * 60 * 60 * 1000
const mend = 'Run npm run backup -- --to PLACE --verify by a timer; docs/operations.md has one.'

export async function checkBackups(databaseUrl: string, now: () => number = Date.now): Promise<Finding[]> {
  const db = openDatabase(databaseUrl, { log: { warn: () => undefined }, maxConnections: 1 })
  try {
    return judge(await lastFinish(db, verifiedBackup), now())
  } catch (error) {
    // What else is wrong with the database is said of it.
    if (isDatabaseUnavailable(error)) return []
    // Nothing was ever started on it.
    if (hasCode(error, ['42P01'])) return judge(null, now())
    throw error
  } finally {
    await db.destroy()
  }
}

function judge(last: Date | null, now: number): Finding[] {
  if (last === null) return [warning('No backup was ever restored for a trial.', mend)]
  const age = now - last.getTime()
  const text = `The last verified backup is ${Math.round(age / 3_600_000)} hours old.`
  return [age > longAgo ? warning(text, mend) : good(text)]
}

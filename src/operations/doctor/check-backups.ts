import { readBackupState } from '../backups/backup-state.ts'
import { good, warning, type Finding } from './finding.ts'

/** In milliseconds: a nightly one may take its time. */
const longAgo = 36 * 60 * 60 * 1000
const mend = 'Run npm run backup -- --to PLACE --verify by a timer; docs/operations.md has one.'

export async function checkBackups(dataDir: string, now: () => number = Date.now): Promise<Finding[]> {
  const state = await readBackupState(dataDir)
  const last = state?.lastVerified ?? undefined
  if (last === undefined) return [warning('No backup was ever restored for a trial.', mend)]
  const hours = Math.round((now() - Date.parse(last.at)) / 3_600_000)
  if (now() - Date.parse(last.at) > longAgo) {
    return [warning(`The last verified backup is ${hours} hours old.`, mend)]
  }
  if (state?.lastRun.isDone === false) {
    return [warning('The last backup failed.', 'Run it by hand: it says why.')]
  }
  return [good(`The last verified backup is ${hours} hours old.`)]
}

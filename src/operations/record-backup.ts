import { openDatabase } from '#foundation/db/database.ts'
import { recordFinish } from '#foundation/jobs/schedule.ts'
import { openLog } from '#foundation/telemetry/log.ts'
import type { Store } from './open-store.ts'

/** The name under which a test restore is recorded. */
export const verifiedBackup = 'verified-backup'

/**
 * Records for the operator that a backup was just made, and whether it was test-restored. If recording fails, the
 * backup is still good.
 */
export async function recordBackup(
  { url, config }: Pick<Store, 'url' | 'config'>,
  isVerified: boolean,
): Promise<void> {
  const log = openLog(config)
  const db = openDatabase(url, { log, maxConnections: 1 })
  try {
    const now = new Date()
    await recordFinish(db, 'backup', now)
    if (isVerified) await recordFinish(db, verifiedBackup, now)
  } catch (error) {
    log.warn({ err: error }, 'the backup could not be recorded')
  } finally {
    await db.destroy()
    log.flush()
  }
}

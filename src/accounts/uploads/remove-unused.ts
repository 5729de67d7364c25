import { secondsAfter } from '#foundation/time/clock.ts'
import { claimSchedule, finishSchedule } from '#foundation/jobs/schedule.ts'
import type { Services } from '#registry/services.ts'
import type { UploadServices } from './multipart/store-upload.ts'
import { listUnused } from './store.ts'
import { deleteUploadIfUnused } from './storage/stored-files.ts'

const schedule = 'remove-unused-uploads'
const day = 24 * 60 * 60
/** How soon an unfinished run is repeated, in seconds. */
const again = 60 * 60
/** How long an upload can be unused, in days. The person who uploaded it may still be filling in the form. */
const unusedFor = 7
/**
 * How long a replaced version is kept, in days, for people who are watching it. A video's link is valid for half a day.
 */
const replacedFor = 1
const batch = 200
const firstId = '00000000-0000-0000-0000-000000000000'

/** Removes unused uploads once a day, in only one of all processes. */
export async function removeUnusedWhenDue(
  services: Pick<Services, 'clock' | 'log'>,
  uploads: UploadServices,
): Promise<number> {
  const { clock } = services
  const { db } = uploads
  if (!(await claimSchedule(db, schedule, again, clock.now()))) return 0
  const isComplete = await removeUnused(services, uploads)
  const finishedAt = clock.now()
  if (isComplete) await finishSchedule(db, schedule, finishedAt, secondsAfter(finishedAt, day))
  return 0
}

/** If removing an upload fails, this is logged and retried the next time. Returns whether all succeeded. */
async function removeUnused(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  uploads: UploadServices,
): Promise<boolean> {
  const before = secondsAfter(clock.now(), -unusedFor * day)
  const replacedBefore = secondsAfter(clock.now(), -replacedFor * day)
  let isComplete = true
  let removed = 0
  let after = firstId
  for (;;) {
    const unused = await listUnused(uploads, { before, replacedBefore, after, most: batch })
    for (const { id, sellerId, path } of unused) {
      try {
        await deleteUploadIfUnused(uploads, sellerId, path)
        removed += 1
      } catch (error) {
        isComplete = false
        log.warn({ err: error, upload: id }, 'an unused upload could not be removed')
      }
    }
    const last = unused.at(-1)
    if (last === undefined) break
    after = last.id
  }
  if (removed > 0) log.info({ removed }, 'unused uploads removed')
  return isComplete
}

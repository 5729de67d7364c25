import { secondsAfter } from '#foundation/time/clock.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import {
  deleteMultipartUpload,
  findMultipartUpload,
  inStorage,
  listAbandoned,
  markEnding,
  type MultipartUploadRow,
} from './multipart-store.ts'
import type { UploadServices } from './store-upload.ts'

/** How long an upload may rest before it is swept, in seconds. */
const restsFor = 24 * 60 * 60
/** How long one may rest that nothing was sent of, and be tried by who never gets through, in seconds. */
const unusedFor = 15 * 60
const triedFor = 2 * 60 * 60
const batch = 50

/** When an upload is given up unless something of it arrives. */
export function endOf({
  touchedAt,
  createdAt,
  arrived,
}: MultipartUploadRow & { readonly arrived: number }): Date {
  if (arrived > 0) return secondsAfter(touchedAt, restsFor)
  const [rests, tried] = [secondsAfter(touchedAt, unusedFor), secondsAfter(createdAt, triedFor)]
  return rests < tried ? rests : tried
}

/** Gives up what is on its way. Throws NotFound where it is over. */
export async function cancelUpload(uploads: UploadServices, sellerId: string, id: string): Promise<void> {
  const pending = await findMultipartUpload(uploads.db, sellerId, id)
  if (pending === undefined) throw new NotFound()
  await abortMultipartUpload(uploads, pending)
}

/**
 * Gives an upload up: from the first statement on nobody goes on with it, then its bytes go, then its row. What dies in
 * between is done again by the sweep.
 */
export async function abortMultipartUpload(
  uploads: UploadServices,
  pending: MultipartUploadRow,
): Promise<void> {
  if (await markEnding(uploads.db, pending.id, uploads.clock.now()))
    await removeMultipartUpload(uploads, pending)
}

async function removeMultipartUpload(
  { db, storage }: UploadServices,
  pending: MultipartUploadRow,
): Promise<void> {
  const whole = inStorage(pending)
  if (whole !== undefined) await storage.parts.giveUp(whole)
  // It may have been put together, and not been recorded.
  await storage.delete(pending.path)
  await deleteMultipartUpload(db, pending.id)
}

/** Gives up what nothing was sent of for a day, and sooner what nothing ever was. One that cannot be removed is logged and left for the next time. */
export async function sweepMultipartUploads(
  { log }: Pick<Services, 'log'>,
  uploads: UploadServices,
): Promise<number> {
  const { db, clock } = uploads
  let swept = 0
  const before = (seconds: number) => secondsAfter(clock.now(), -seconds)
  const times = { rested: before(restsFor), unused: before(unusedFor), unusedSince: before(triedFor) }
  for (const pending of await listAbandoned(db, times, batch)) {
    try {
      const isMine = pending.endingAt !== null || (await markEnding(db, pending.id, clock.now()))
      if (isMine) await removeMultipartUpload(uploads, pending)
      swept += 1
    } catch (error) {
      log.warn({ err: error, upload: pending.id }, 'an unfinished upload could not be removed')
    }
  }
  if (swept > 0) log.info({ swept }, 'unfinished uploads removed')
  return swept
}

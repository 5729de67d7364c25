import { buffer } from 'node:stream/consumers'
import { secondsAfter } from '#foundation/time/clock.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { beginningLength, type FileAttachment } from '#accounts/uploads/contract.ts'
import { FileRefused, PartsMissing } from '#accounts/uploads/errors.ts'
import { judgeBeginning } from '#accounts/uploads/judge/judge-file.ts'
import { uploadMessages } from '#accounts/uploads/messages.ts'
import { fileUrlPrefix } from '#accounts/uploads/store-file.ts'
import { findUpload, insertUpload } from '#accounts/uploads/store.ts'
import {
  deleteMultipartUpload,
  findMultipartUpload,
  inStorage,
  listAbandoned,
  listParts,
  markEnding,
  type MultipartUploadInStorage,
  type MultipartUploadRow,
  takeMultipartUpload,
  touchMultipartUpload,
} from './multipart-store.ts'
import type { UploadServices } from './store-upload.ts'
import { orBeginAnew } from './take-part.ts'

/** How long an upload can be idle before it is removed, in seconds. */
const restsFor = 24 * 60 * 60
/** The same for uploads that have not received a complete part yet, in seconds. */
const unusedFor = 15 * 60
const triedFor = 2 * 60 * 60
const batch = 50

/** When an upload is removed unless another part of it arrives. */
export function endOf({
  touchedAt,
  createdAt,
  arrived,
}: MultipartUploadRow & { readonly arrived: number }): Date {
  if (arrived > 0) return secondsAfter(touchedAt, restsFor)
  const [idleUntil, triedUntil] = [secondsAfter(touchedAt, unusedFor), secondsAfter(createdAt, triedFor)]
  return idleUntil < triedUntil ? idleUntil : triedUntil
}

/** Cancels an unfinished upload. Throws NotFound if it has ended. */
export async function cancelUpload(uploads: UploadServices, sellerId: string, id: string): Promise<void> {
  const pending = found(await findMultipartUpload(uploads.db, sellerId, id))
  await abortMultipartUpload(uploads, pending)
}

/**
 * Cancels an upload. The first statement stops further work on it, then its bytes are deleted, then its row. If the
 * process dies in between, the daily cleanup repeats this.
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
  // The file may have been assembled without a record of it.
  await storage.delete(pending.path)
  await deleteMultipartUpload(db, pending.id)
}

/**
 * Removes uploads that were idle for a day. Those that never received anything are removed sooner. If removing one
 * fails, this is logged and retried the next time.
 */
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

/**
 * Makes a file of the parts that have arrived. The stored file's size and kind are checked again. Each step is
 * repeatable, even if a process died in between. Once the file exists, the response stays the same. Throws
 * PartsMissing, NotFound if it was canceled, and FileRefused if the file is not the one announced at the start.
 */
export async function completeUpload(
  uploads: UploadServices,
  sellerId: string,
  id: string,
): Promise<FileAttachment> {
  const { db, storage, clock } = uploads
  const row = await findMultipartUpload(db, sellerId, id)
  const pending = row && inStorage(row)
  if (pending === undefined) return findFile(uploads, sellerId, id)
  const parts = await listParts(db, id)
  if (parts.length < Math.ceil(pending.size / pending.partSize)) {
    // The parts of a finished file no longer exist.
    if ((await findMultipartUpload(db, sellerId, id)) === undefined) return findFile(uploads, sellerId, id)
    throw new PartsMissing()
  }
  await touchMultipartUpload(db, id, clock.now())
  await orBeginAnew(uploads, id, () => storage.parts.finish(pending, parts))
  if (!(await isAsAnnounced(uploads, pending))) {
    await abortMultipartUpload(uploads, pending)
    throw new FileRefused(uploadMessages.unlikeName(pending.name))
  }
  const { userId, path, name, type, size } = pending
  const isRecorded = await inTransaction(db, async (tx) => {
    if (!(await takeMultipartUpload(tx, id))) return false
    const upload = { id, sellerId, userId, kind: 'file', path, name, type, size } as const
    await insertUpload(tx, { ...upload, createdAt: clock.now() })
    return true
  })
  if (isRecorded) return { name, url: `${fileUrlPrefix}${id}`, size, type }
  return findFile(uploads, sellerId, id, async () => storage.delete(path))
}

async function isAsAnnounced(
  { storage }: UploadServices,
  pending: MultipartUploadInStorage,
): Promise<boolean> {
  const { path, name, type, size } = pending
  if ((await storage.sizeOf(path)) !== size) return false
  const beginning = await storage.read(path, { start: 0, end: Math.min(beginningLength, size) - 1 })
  if (beginning === undefined) return false
  const judged = await judgeBeginning(name, size, await buffer(beginning.stream)).catch(() => undefined)
  return judged?.type === type
}

/** Returns the file if another tab finished it. A canceled upload leaves nothing behind. */
async function findFile(
  { db }: UploadServices,
  sellerId: string,
  id: string,
  otherwise: () => Promise<void> = async () => undefined,
): Promise<FileAttachment> {
  const upload = isId(id) ? await findUpload(db, sellerId, { id }) : undefined
  if (upload === undefined) {
    await otherwise()
    throw new NotFound()
  }
  const { name, size, type } = upload
  return { name, url: `${fileUrlPrefix}${id}`, size, type }
}

import { buffer } from 'node:stream/consumers'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import {
  findMultipartUpload,
  inStorage,
  listParts,
  takeMultipartUpload,
  touchMultipartUpload,
  type MultipartUploadInStorage,
} from './multipart-store.ts'
import type { FileAttachment } from '../contract.ts'
import { abortMultipartUpload } from './end-upload.ts'
import { FileRefused, PartsMissing } from '../errors.ts'
import { beginningLength } from '../contract.ts'
import { judgeBeginning } from '../judge/judge-file.ts'
import type { UploadServices } from './store-upload.ts'
import { uploadMessages } from '../messages.ts'
import { fileUrlPrefix } from '../store-file.ts'
import { findUpload, insertUpload } from '../store.ts'
import { orBeginAnew } from './take-part.ts'

/**
 * Makes a file of the parts that have arrived. What is stored is looked at once more: its size and its kind. Each step may be
 * repeated, also after a process that died in between; once it is a file, the answer stays the same. Throws PartsMissing,
 * NotFound where it was given up, and FileRefused for something else than was announced.
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
    // The parts of what has become a file are gone.
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

/** What another tab has made of it meanwhile; what was given up leaves nothing behind. */
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

import { PassThrough, type Readable } from 'node:stream'
import { inTransaction } from '#foundation/db/database.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { demandDiskRoom } from '#accounts/uploads/storage/folder-storage.ts'
import { UnreadableUpload } from '../errors.ts'
import { PartsLost, type Part } from '../storage/storage.ts'
import {
  deleteMultipartUpload,
  findMultipartUpload,
  inStorage,
  insertPart,
  listParts,
  touchMultipartUpload,
  type MultipartUploadInStorage,
  type MultipartUploadRow,
} from './multipart-store.ts'
import type { UploadServices } from './store-upload.ts'

/** A part as it arrives. `size` is what the sender claims, in bytes. */
type Incoming = { readonly number: number; readonly size: number; readonly content: Readable }

/**
 * Receives one part of an upload and returns which have arrived. A part that has already arrived is not stored again.
 * Throws NotFound if the upload has ended, NoRoom if the disk is full, and UnreadableUpload for a part that is cut
 * off or has the wrong size.
 */
export async function takePart(
  uploads: UploadServices,
  sellerId: string,
  id: string,
  { number, size, content }: Incoming,
): Promise<number[]> {
  const { db, clock } = uploads
  const row = await findMultipartUpload(db, sellerId, id)
  const pending = row && inStorage(row)
  const part = pending && partOf(pending, number)
  if (pending === undefined || part === undefined) throw new NotFound()
  const before = await arrivedOf(uploads, id)
  if (before.includes(number)) return before
  if (size !== part.size) throw new UnreadableUpload(new Error('The part has a different size'))
  await demandDiskRoom(uploads, pending.name, size)
  // Over a slow line, a part takes minutes.
  await touchMultipartUpload(db, id, clock.now())
  const tag = await orBeginAnew(uploads, id, () => storePart(uploads, pending, part, content))
  const isStored = await inTransaction(db, (tx) => insertPart(tx, id, { number, tag }, clock.now()))
  if (!isStored) throw new NotFound()
  return arrivedOf(uploads, id)
}

/** A failing storage destroys its source. If the request itself were destroyed, the sender would get no response. */
async function storePart(
  { storage }: UploadServices,
  pending: MultipartUploadInStorage,
  part: Part,
  content: Readable,
): Promise<string> {
  const passed = new PassThrough()
  let isCutOff = false
  content.once('error', (error) => {
    isCutOff = true
    passed.destroy(error)
  })
  content.pipe(passed)
  try {
    return await storage.parts.put(pending, part, passed)
  } catch (error) {
    throw isCutOff ? new UnreadableUpload(error) : error
  }
}

/** The part with this number, counted from 1, or undefined if there is none. */
function partOf({ size, partSize }: MultipartUploadRow, number: number): Part | undefined {
  const start = (number - 1) * partSize
  if (!Number.isSafeInteger(number) || number < 1 || start >= size) return undefined
  return { number, start, size: Math.min(partSize, size - start) }
}

async function arrivedOf({ db }: UploadServices, id: string): Promise<number[]> {
  return (await listParts(db, id)).map(({ number }) => number)
}

/** If the storage has lost an upload, the response is "not found", so that the sender starts over. */
export async function orBeginAnew<T>(
  { db }: Pick<UploadServices, 'db'>,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PartsLost)) throw error
    await deleteMultipartUpload(db, id)
    throw new NotFound()
  }
}

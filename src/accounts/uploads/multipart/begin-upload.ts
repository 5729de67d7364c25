import { NotFound } from '#foundation/failures/failure.ts'
import { readUser } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import {
  findSame,
  insertMultipartUpload,
  saveStorageId,
  listParts,
  sumAhead,
  type MultipartUploadRow,
} from './multipart-store.ts'
import { cleanName } from '../judge/clean-name.ts'
import { largestFile, type BeginUpload, type MultipartUpload } from '../contract.ts'
import { AddressUnconfirmed, FileTooLarge } from '../errors.ts'
import { demandDiskRoom } from '../storage/disk-room.ts'
import { judgeBeginning } from '../judge/judge-file.ts'
import { demandRoom, type Uploader, type UploadServices } from './store-upload.ts'

/** In bytes: more than a bucket asks of a part, and little enough for any proxy and for a slow line. */
const partSize = 8 * 1024 * 1024

type BeginningUploader = Uploader & Pick<Caller, 'onboardingStatus'>

/**
 * Begins an upload in parts, or goes on with the same file where it was, which keeps it no longer: parts that arrive do. Its kind is
 * judged by its beginning, its size and the room for it are known before a byte is sent. Whoever is unknown to us and to the
 * provider confirms an address first. Throws FileNotSupported, FileTooLarge, AddressUnconfirmed, StorageFull and NoRoom.
 */
export async function beginUpload(
  uploads: UploadServices,
  { sellerId, userId, plan, onboardingStatus }: BeginningUploader,
  { name: given, size, type: modelType, modifiedAt, beginning }: BeginUpload,
): Promise<MultipartUpload> {
  const { db, clock } = uploads
  const name = cleanName(given)
  const same = { sellerId, userId, name, size, modifiedAt }
  const found = await findSame(db, same)
  if (found !== undefined) return describe(uploads, found)
  if (size > largestFile) throw new FileTooLarge(name, largestFile)
  const { type, extension } = await judgeBeginning(name, size, Buffer.from(beginning, 'base64'))
  const isKnown = onboardingStatus === 'completed' || (await readUser(db, userId)).emailVerified
  if (!isKnown) throw new AddressUnconfirmed()
  await demandDiskRoom(uploads, name, (await sumAhead(db)) + size)
  const id = newId()
  const path = `users/${userId}/uploads/${modelType}-${id}.${extension}`
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await demandRoom(tx, { sellerId, name, size }, uploads.shopStorage[plan ?? 'BASIC'])
    await insertMultipartUpload(tx, {
      ...same,
      id,
      path,
      type,
      partSize,
      storageId: null,
      createdAt: at,
      touchedAt: at,
      endingAt: null,
    })
  })
  const pending = await findSame(db, same)
  // It was given up elsewhere between two statements.
  if (pending === undefined) throw new NotFound()
  return describe(uploads, pending)
}

/** Two tabs may begin the same file at once: what the storage began for the later one is given up. */
async function describe(
  { db, storage }: UploadServices,
  pending: MultipartUploadRow,
): Promise<MultipartUpload> {
  if (pending.storageId === null) {
    const storageId = await storage.parts.begin(pending)
    const isSaved = await saveStorageId(db, pending.id, storageId)
    if (!isSaved && storageId !== pending.id) await storage.parts.giveUp({ ...pending, storageId })
  }
  const arrived = await listParts(db, pending.id)
  return {
    id: pending.id,
    name: pending.name,
    size: pending.size,
    partSize: pending.partSize,
    arrived: arrived.map(({ number }) => number),
  }
}

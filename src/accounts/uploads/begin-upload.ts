import { NotFound } from '#foundation/http/errors.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import {
  findSame,
  insertBegun,
  keepStorageId,
  listParts,
  sumOutstanding,
  touchBegun,
  type BegunRow,
} from './begun-store.ts'
import { cleanName } from './clean-name.ts'
import { largestFile, type BeginUpload, type BegunUpload } from './contract.ts'
import { FileTooLarge, NoRoom } from './errors.ts'
import { judgeBeginning } from './judge-file.ts'
import { demandRoom, type Uploader, type UploadServices } from './keep-upload.ts'

/** In bytes: more than a bucket asks of a part, and little enough for any proxy and for a slow line. */
const partSize = 8 * 1024 * 1024
/** What uploads leave free on a disk, in bytes: the database and the log need it. */
const reserve = 1024 ** 3

/**
 * Begins an upload in parts, or goes on with the same file where it was. Its kind is judged by its beginning, its size and the
 * room for it are known before a byte is sent. Throws FileNotSupported, FileTooLarge, StorageFull and NoRoom.
 */
export async function beginUpload(
  uploads: UploadServices,
  { sellerId, userId, plan }: Uploader,
  { name: given, size, type: modelType, modifiedAt, beginning }: BeginUpload,
): Promise<BegunUpload> {
  const { db, clock } = uploads
  const name = cleanName(given)
  const same = { sellerId, userId, name, size, modifiedAt }
  const found = await findSame(db, same)
  if (found !== undefined) {
    await touchBegun(db, found.id, clock.now())
    return describe(uploads, found)
  }
  if (size > largestFile) throw new FileTooLarge(name, largestFile)
  const { type, extension } = await judgeBeginning(name, size, Buffer.from(beginning, 'base64'))
  await demandDiskRoom(uploads, name, size)
  const id = newId()
  const path = `users/${userId}/uploads/${modelType}-${id}.${extension}`
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await demandRoom(tx, { sellerId, name, size }, uploads.shopStorage[plan ?? 'BASIC'])
    await insertBegun(tx, {
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
  const begun = await findSame(db, same)
  // It was given up elsewhere between two statements.
  if (begun === undefined) throw new NotFound()
  return describe(uploads, begun)
}

async function demandDiskRoom({ db, storage }: UploadServices, name: string, size: number): Promise<void> {
  const room = await storage.room()
  if (room === undefined) return
  if (room - (await sumOutstanding(db)) - size < reserve) throw new NoRoom(name)
}

/** Two tabs may begin the same file at once: what the storage began for the later one is given up. */
async function describe({ db, storage }: UploadServices, begun: BegunRow): Promise<BegunUpload> {
  if (begun.storageId === null) {
    const storageId = await storage.parts.begin(begun)
    const isKept = await keepStorageId(db, begun.id, storageId)
    if (!isKept && storageId !== begun.id) await storage.parts.giveUp({ ...begun, storageId })
  }
  const arrived = await listParts(db, begun.id)
  return {
    id: begun.id,
    name: begun.name,
    size: begun.size,
    partSize: begun.partSize,
    arrived: arrived.map(({ number }) => number),
  }
}

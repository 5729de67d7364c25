import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import type { UploadServices } from '../multipart/store-upload.ts'
import { deletePicture } from '../pictures/picture-widths.ts'
import { isInUse, lockUpload, setDeletedAt } from '../store.ts'

const storedPath =
  /^(?:pictures\/[a-z]+-[0-9a-f-]{36}\.webp|users\/[0-9a-f-]{36}\/uploads\/[a-z]+-[0-9a-f-]{36}\.\w{1,10})$/
const pictureUrl = '/pictures/'
const fileUrl = '/api/files/'

/**
 * Deletes a seller's upload by exactly its stored path or its URL. Anything else is not found. An upload that is
 * still shown or sold stays, because a duplicated form shares its files with the original, and past buyers of a
 * deleted form keep their downloads.
 */
export async function deleteUpload(
  uploads: UploadServices,
  sellerId: string,
  address: string,
): Promise<void> {
  const { db, storage, sellerData } = uploads
  const by = addressOf(address)
  const upload = await inTransaction(db, async (tx) => {
    const locked = found(by === undefined ? undefined : await lockUpload(tx, sellerId, by))
    const url = locked.kind === 'picture' ? `/${locked.path}` : `${fileUrl}${locked.id}`
    if (await isInUse({ db: tx, sellerData }, sellerId, url)) return undefined
    await setDeletedAt(tx, sellerId, locked.id, new Date())
    return locked
  })
  if (upload === undefined) return
  try {
    await (upload.kind === 'picture' ? deletePicture(storage, upload.path) : storage.delete(upload.path))
  } catch (error) {
    // The file still exists, and the next attempt deletes it.
    await setDeletedAt(db, sellerId, upload.id, null)
    throw error
  }
}

/** Deletes an upload that is no longer shown, unless it is shown elsewhere or already gone. */
export async function deleteUploadIfUnused(
  uploads: UploadServices,
  sellerId: string,
  address: string,
): Promise<void> {
  try {
    await deleteUpload(uploads, sellerId, address)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
  }
}

/** The search values for an upload's URL, or undefined if no upload has such a URL. */
export function addressOf(address: string): { path: string } | { id: string } | undefined {
  if (address.startsWith(fileUrl)) {
    const id = address.slice(fileUrl.length)
    return isId(id) ? { id } : undefined
  }
  const path = address.startsWith(pictureUrl) ? address.slice(1) : address
  return storedPath.test(path) ? { path } : undefined
}

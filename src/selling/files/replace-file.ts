import { markReplaced } from '#accounts/uploads/file-versions.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { fileUrlPrefix } from '#accounts/uploads/store-file.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { isSold, lockFiles } from '#accounts/uploads/storage/lock-files.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { demand, type Caller } from '#foundation/http/contract/caller.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { AlreadyReplaced, SoldAlready } from './errors.ts'

/**
 * Makes one file the next version of another, everywhere at once: whatever of the seller's sells it, deleted or not, sells the
 * new one, so that whoever bought it gets that. Who may not change one of these changes none. The old one stays for a day,
 * for those who are in the middle of it.
 */
export async function replaceFile(
  uploads: UploadServices,
  caller: Caller,
  { oldId, newId }: { readonly oldId: string; readonly newId: string },
): Promise<FileAttachment> {
  const { db, clock, sellerData } = uploads
  const { sellerId } = caller
  return inTransaction(db, async (tx) => {
    const files = await lockFiles(tx, sellerId, [oldId, newId])
    const [before, after] = [files.get(oldId), files.get(newId)]
    if (before === undefined || after === undefined || oldId === newId) throw new NotFound()
    if (before.replacedAt !== null) throw new AlreadyReplaced()
    const isTaken = after.replacedAt !== null || after.version > 1
    if (isTaken || (await isSold({ ...uploads, db: tx }, sellerId, newId))) throw new SoldAlready()
    const { name, size, type } = after
    const attachment = { name, url: `${fileUrlPrefix}${newId}`, size, type }
    for (const { entity, swapFile } of sellerData.sells()) {
      const isSoldHere = await swapFile(tx, sellerId, { oldUrl: `${fileUrlPrefix}${oldId}`, attachment })
      if (isSoldHere) demand(caller, { entity, verb: 'update' })
    }
    await markReplaced(tx, { oldId, newId, version: before.version + 1, now: clock.now() })
    return attachment
  })
}

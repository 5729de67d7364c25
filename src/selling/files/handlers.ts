import { msg } from '#foundation/language/t.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { markReplaced } from '#accounts/uploads/file-versions.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { isSold, lockFiles } from '#accounts/uploads/storage/lock-files.ts'
import { fileUrlPrefix } from '#accounts/uploads/store-file.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { defineFailure, NotFound } from '#foundation/failures/failure.ts'
import { type Caller, demand, may } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { entityOf, type filesContract } from './contract.ts'
import { countOpenings, listWithUses } from './store.ts'

export function filesHandlers(
  { db, log }: Pick<Services, 'db' | 'log'>,
  uploads: UploadServices,
): Handlers<typeof filesContract> {
  return {
    async listFiles({ caller }) {
      const files = await listWithUses(db, caller.sellerId)
      const counted = await countOpenings(
        db,
        files.map(({ id }) => id),
      )
      const openings = new Map(counted.map((one) => [one.fileId, one]))
      const data = files.map(({ createdAt, uses, ...file }) => ({
        ...file,
        uses: uses.map((use) => (may(caller, entityOf[use.kind], 'read') ? use : { ...use, title: null })),
        url: `${fileUrlPrefix}${file.id}`,
        createdAt: createdAt.toISOString(),
        openings: openings.get(file.id)?.openings ?? 0,
        lastOpenedAt: openings.get(file.id)?.lastAt.toISOString() ?? null,
      }))
      return { data }
    },

    async replaceFile({ caller, params: { id }, body: { by } }) {
      if (!isId(id)) throw new NotFound()
      const { sellerId, userId } = caller
      const attachment = await replaceFile(uploads, caller, { oldId: id, newId: by })
      log.info({ seller: sellerId, user: userId, file: id, by }, 'file replaced')
      return attachment
    },
  }
}

/**
 * Makes one file the next version of another in every product of the seller that contains it, including deleted ones,
 * so that past buyers get it. If the member is not allowed to change all of these products, none is changed. The old
 * file is kept for a day, for downloads in progress.
 */
async function replaceFile(
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

/** Someone else replaced the file first. */
class AlreadyReplaced extends defineFailure(
  'already_replaced',
  409,
  msg('This file was just replaced. Reload the page.'),
) {}

/** A new version has to be a separate file. */
class SoldAlready extends defineFailure(
  'sold_already',
  409,
  msg('This file is already in use. Upload the new version as a separate file.'),
) {}

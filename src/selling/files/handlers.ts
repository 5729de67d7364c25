import { fileUrlPrefix } from '#accounts/uploads/store-file.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { isId } from '#foundation/db/new-id.ts'
import { may } from '#foundation/http/contract/caller.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { entityOf, type filesContract } from './contract.ts'
import { replaceFile } from './replace-file.ts'
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

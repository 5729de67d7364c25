import { sql } from 'kysely'
import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import type { UploadServices } from './multipart/store-upload.ts'
import { exportedFile } from './contract.ts'
import { sweepMultipartUploads } from './multipart/end-upload.ts'
import { registerUploads } from './register-uploads.ts'
import { removeUnusedWhenDue } from './remove-unused.ts'
import { fileUrlPrefix } from './store-file.ts'
import { listFiles } from './store.ts'

const minute = 60_000

export function registerFiles(
  { server, doors, work, holdSellerData, exportAccount }: Registry,
  services: Services,
  uploads: UploadServices,
): void {
  registerUploads(server, uploads, doors, services.limiter)
  holdSellerData({ ownerOf: { files: (id) => sql`select seller_id from uploads where id = ${id}` } })
  exportAccount({
    name: 'files',
    entity: 'files',
    schema: z.array(exportedFile),
    async read(db, sellerId) {
      const files = await listFiles(db, sellerId)
      return files.map(({ id, name, size, type, createdAt }) => ({
        name,
        size,
        type,
        url: `${fileUrlPrefix}${id}`,
        createdAt: createdAt.toISOString(),
      }))
    },
  })
  work('unused uploads', minute, () => removeUnusedWhenDue(services, uploads))
  work('unfinished uploads', minute, () => sweepMultipartUploads(services, uploads))
}

import { sql } from 'kysely'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import type { UploadServices } from './keep-upload.ts'
import { sweepBegun } from './end-upload.ts'
import { registerUploads } from './register-uploads.ts'
import { removeUnusedWhenDue } from './remove-unused.ts'

const minute = 60_000

export function registerFiles(
  { server, authorize, work, hold }: Registry,
  services: Services,
  uploads: UploadServices,
): void {
  registerUploads(server, uploads, authorize, services.limiter)
  hold({ ownerOf: { files: (id) => sql`select seller_id from uploads where id = ${id}` } })
  work('unused uploads', minute, () => removeUnusedWhenDue(services, uploads))
  work('unfinished uploads', minute, () => sweepBegun(services, uploads))
}

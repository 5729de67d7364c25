import { sql } from 'kysely'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import type { Shelf } from './keep-upload.ts'
import { registerUploads } from './register-uploads.ts'
import { removeUnusedWhenDue } from './remove-unused.ts'

const minute = 60_000

export function registerFiles(
  { server, authorize, work, hold }: Registry,
  services: Services,
  shelf: Shelf,
): void {
  registerUploads(server, shelf, authorize, services.limiter)
  hold({ ownerOf: { files: (id) => sql`select seller_id from uploads where id = ${id}` } })
  work('unused uploads', minute, () => removeUnusedWhenDue(services, shelf))
}

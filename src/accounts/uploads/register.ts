import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import type { Shelf } from './keep-upload.ts'
import { registerUploads } from './register-uploads.ts'
import { removeUnusedWhenDue } from './remove-unused.ts'

const minute = 60_000

export function registerFiles(
  { server, authorize, work }: Registry,
  services: Services,
  { storage }: Shelf,
): void {
  registerUploads(server, services, authorize, storage, services.limiter)
  work('unused uploads', minute, () => removeUnusedWhenDue(services, storage))
}

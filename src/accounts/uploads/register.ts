import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import type { Shelf } from './keep-upload.ts'
import { registerUploads } from './register-uploads.ts'
import { removeUnusedWhenDue } from './remove-unused.ts'

const minute = 60_000

export function registerFiles({ server, authorize, work }: Registry, parts: Parts, { storage }: Shelf): void {
  registerUploads(server, parts, authorize, storage, parts.limiter)
  work('unused uploads', minute, () => removeUnusedWhenDue(parts, storage))
}

import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { filesContract } from './contract.ts'
import { filesHandlers } from './handlers.ts'

/** A seller's files, across all products that contain them. */
export function registerFilesOfSeller(
  { serve }: Registry,
  services: Services,
  uploads: UploadServices,
): void {
  serve(filesContract, filesHandlers(services, uploads))
}

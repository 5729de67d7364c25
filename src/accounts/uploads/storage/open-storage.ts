import { join } from 'node:path'
import type { Config } from '#foundation/config/config.ts'
import { openFolderStorage } from './folder-storage.ts'
import type { FileStorage } from './storage.ts'

/** The shop's file storage: the bucket in STORAGE_URL, or a folder in the data directory. */
export async function openStorage({
  storageUrl,
  dataDir,
}: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<FileStorage> {
  if (storageUrl === undefined) return openFolderStorage(join(dataDir, 'files'))
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(storageUrl)
}

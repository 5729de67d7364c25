import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RestoreFailed } from '#foundation/db/backup/restore.ts'

/** A place that stores archives by name. */
export type BackupPlace = {
  /** Stores the whole file or nothing. */
  readonly put: (name: string, file: string) => Promise<void>
  readonly read: (name: string) => Promise<Readable>
  readonly list: () => Promise<readonly string[]>
  readonly delete: (name: string) => Promise<void>
}

/** A folder, made if it is missing, or `s3://bucket/prefix?region=…&endpoint=…` as in STORAGE_URL. */
export async function openBackupPlace(address: string): Promise<BackupPlace> {
  return address.startsWith('s3://') ? openBucket(address) : openFolder(address)
}

async function openBucket(address: string): Promise<BackupPlace> {
  // The code for buckets is loaded only if needed: it is slow to load, and most places are folders.
  const { openS3Storage } = await import('#accounts/uploads/storage/s3-storage.ts')
  const storage = await openS3Storage(address, '--to')
  return {
    put: (name, file) => storage.put(name, createReadStream(file)),
    async read(name) {
      const found = await storage.read(name)
      if (found === undefined) throw new RestoreFailed(`There is no ${name} in the bucket.`)
      return found.stream
    },
    list: storage.list,
    delete: storage.delete,
  }
}

async function openFolder(folder: string): Promise<BackupPlace> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    async put(name, file) {
      const draft = join(folder, `.${name}.part`)
      try {
        await pipeline(createReadStream(file), createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, join(folder, name))
      } finally {
        await rm(draft, { force: true })
      }
    },
    read: async (name) => createReadStream(join(folder, name)),
    list: () => readdir(folder),
    delete: (name) => rm(join(folder, name), { force: true }),
  }
}

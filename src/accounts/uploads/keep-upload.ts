import type { Kysely } from 'kysely'
import type { Readable } from 'node:stream'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { AllHoldings } from '#foundation/holdings.ts'
import { StorageFull } from './errors.ts'
import { uploadMessages } from './messages.ts'
import type { FileStorage } from './storage.ts'
import { insertUpload, lockUsage, type NewUpload } from './store.ts'

/** Where uploads are kept, their bytes and their rows, and what all domains hold, which may show or sell them. */
export type Shelf = {
  readonly storage: FileStorage
  readonly db: Kysely<Database>
  readonly holdings: AllHoldings
}

const mostFiles = 500
const mostBytes = 1024 ** 3

/** Stores an upload and records it; one that goes beyond the seller's limits leaves nothing behind. */
export async function keepUpload(
  { storage, db }: Shelf,
  upload: NewUpload,
  content: Readable | Buffer,
): Promise<void> {
  await storage.put(upload.path, content)
  try {
    await inTransaction(db, async (tx) => {
      const { files, bytes } = await lockUsage(tx, upload.sellerId)
      if (files >= mostFiles) throw new StorageFull(uploadMessages.tooManyFiles)
      if (bytes + upload.size > mostBytes) throw new StorageFull(uploadMessages.storageFull)
      await insertUpload(tx, upload)
    })
  } catch (error) {
    await storage.delete(upload.path)
    throw error
  }
}

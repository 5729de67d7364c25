import type { Kysely, Transaction } from 'kysely'
import type { Readable } from 'node:stream'
import type { Clock } from '#foundation/time/clock.ts'
import type { ShopStorage } from '#foundation/config/shop-storage.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { AllSellerData } from '#registry/seller-data.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { StorageFull } from '../errors.ts'
import { uploadMessages } from '../messages.ts'
import type { FileStorage } from '../storage/storage.ts'
import { insertUpload, lockUsage, type NewUpload } from '../store.ts'

/** The person who uploads, their shop, and its plan. */
export type Uploader = Pick<Caller, 'sellerId' | 'userId' | 'plan'>

/**
 * Where uploads and their rows are stored, and the conditions by which each domain says that it still shows or sells
 * them.
 */
export type UploadServices = {
  readonly storage: FileStorage
  readonly db: Kysely<Database>
  readonly sellerData: AllSellerData
  readonly clock: Clock
  /** A shop's storage limit by plan, in bytes. */
  readonly shopStorage: ShopStorage
}

const mostFiles = 500

/** Stores an upload and records it. If it exceeds the plan's limit, nothing is left behind. */
export async function storeUpload(
  { storage, db, shopStorage }: UploadServices,
  plan: Caller['plan'],
  upload: NewUpload,
  content: Readable | Buffer,
): Promise<void> {
  await storage.put(upload.path, content)
  try {
    await inTransaction(db, async (tx) => {
      await demandRoom(tx, upload, shopStorage[plan ?? 'BASIC'])
      await insertUpload(tx, upload)
    })
  } catch (error) {
    await storage.delete(upload.path)
    throw error
  }
}

/** Throws StorageFull if a seller has no room for another file, counting unfinished uploads. `most` is in bytes. */
export async function demandRoom(
  tx: Transaction<Database>,
  { sellerId, name, size }: Pick<NewUpload, 'sellerId' | 'name' | 'size'>,
  most: number,
): Promise<void> {
  const { files, bytes } = await lockUsage(tx, sellerId)
  if (files >= mostFiles) throw new StorageFull(uploadMessages.tooManyFiles())
  if (bytes + size <= most) return
  const left = Math.max(most - bytes, 0)
  throw new StorageFull(
    left === 0 ? uploadMessages.storageFull(most) : uploadMessages.doesNotFit(name, size, left, most),
  )
}

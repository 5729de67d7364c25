import type { Kysely } from 'kysely'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { peopleSellerData } from '#accounts/people/seller-data.ts'
import { systemClock } from '#foundation/time/clock.ts'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase } from '#foundation/db/test-database.ts'
import { isStoreAway } from '#foundation/db/driver/unavailable.ts'
import { joinSellerData } from '#registry/seller-data.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { NotSignedIn } from '#foundation/failures/failure.ts'
import type { Authorize, Doors } from '#foundation/http/contract/routes.ts'
import { createServer } from '#foundation/http/server.ts'
import { createLimiter } from '#foundation/limits/limiter.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { formSellerData } from '#selling/forms/export-forms.ts'
import { storedOffers, storedBumps } from '#selling/products/store.ts'
import { openFolderStorage } from './storage/folder-storage.ts'
import type { UploadServices } from './multipart/store-upload.ts'
import { registerUploads } from './register-uploads.ts'
import type { FileStorage } from './storage/storage.ts'

const gibibyte = 1024 ** 3

/** The seller data of all domains that can show or sell an upload. */
const all = [peopleSellerData, formSellerData, storedBumps.sellerData, storedOffers.sellerData]

export type Seller = { readonly sellerId: string; readonly userId: string }

/**
 * Starts the product's server with only uploads, on a real database and folder, for tests. The bearer token is a
 * user's id. With TMPDIR set to `scratch`, files can be seen while they are received.
 */
export async function startUploads(
  openStorage: (folder: string) => Promise<FileStorage> = openFolderStorage,
) {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-uploads-test-'))
  const files = join(folder, 'files')
  const scratch = join(folder, 'scratch')
  await Promise.all([mkdir(scratch), mkdir(files)])
  const log = pino({ level: 'silent' })
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { log })
  const storage = await openStorage(files)
  const limiter = createLimiter(
    { db, clock: systemClock, log, metrics: createMetrics() },
    { authSecret: 'for tests', areRatesLimited: false },
  )
  const app = createServer({ log, isStoreAway })
  let now = (): Date => new Date()
  const uploads: UploadServices = {
    db,
    storage,
    sellerData: joinSellerData(all),
    clock: { now: () => now() },
    shopStorage: { BASIC: 0, GROWTH: 10 * gibibyte, PARTNER_FREE: 0 },
  }
  const doors: Doors = {
    authorize: authorizeByUserId(db),
    answerOnce: async (_request, _keyId, act) => act(),
  }
  registerUploads(app, uploads, doors, limiter)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    db,
    storage,
    uploads,
    files,
    scratch,
    address,
    setClock: (clock: () => Date) => {
      now = clock
    },
    addSeller: () => addSeller(db),
    post: (seller: Seller | undefined, kind: 'pictures' | 'files', form: FormData) =>
      fetch(`${address}/api/uploads/${kind}`, { method: 'POST', body: form, headers: bearer(seller) }),
    get: (seller: Seller | undefined, path: string) => fetch(address + path, { headers: bearer(seller) }),
    remove: (seller: Seller | undefined, path: string) =>
      fetch(`${address}/api/uploads?path=${encodeURIComponent(path)}`, {
        method: 'DELETE',
        headers: bearer(seller),
      }),
    /** All stored files, including half-written ones. */
    stored: async () => {
      const entries = await readdir(files, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    received: () => readdir(scratch),
    stop: async () => {
      await app.close()
      await db.destroy()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type UploadsServer = Awaited<ReturnType<typeof startUploads>>

/** Builds a multipart form with the fields before the file. */
export function formOf(
  content: Buffer | string,
  name: string,
  type = '',
  fields = { type: 'form' },
): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name)
  return form
}

export function bearer(seller: Seller | undefined): Record<string, string> {
  return seller === undefined ? {} : { authorization: `Bearer ${seller.userId}` }
}

async function addSeller(db: Kysely<Database>): Promise<Seller> {
  const [sellerId, userId] = [newId(), newId()]
  await db.insertInto('sellers').values({ id: sellerId, name: 'Seller' }).execute()
  await db
    .insertInto('users')
    .values({ id: userId, name: 'Person', email: `${userId}@example.com` })
    .execute()
  await db.insertInto('members').values({ userId, sellerId }).execute()
  return { sellerId, userId }
}

function authorizeByUserId(db: Kysely<Database>): Authorize {
  return async (request, { access }) => {
    if (access === 'anyone') return null
    const userId = request.headers.authorization?.replace('Bearer ', '')
    if (userId === undefined) throw new NotSignedIn()
    const { sellerId } = await db
      .selectFrom('members')
      .select('sellerId')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    return {
      userId,
      sellerId,
      sessionId: '',
      keyId: null,
      role: 'Customer',
      onboardingStatus: 'completed',
      plan: 'GROWTH',
      isOwner: true,
      memberGrants: [],
      adminGrants: [],
      hasSecondFactor: false,
      proof: 'none',
      isSupport: false,
    } satisfies Caller
  }
}

import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import { removeUnusedWhenDue } from './remove-unused.ts'
import type { FileStorage } from './storage/storage.ts'
import { startUploads, type Seller, type UploadsServer } from './uploads-test-server.ts'

const day = 24 * 60 * 60
let server: UploadsServer
let seller: Seller
let now: Date
beforeAll(async () => {
  server = await startUploads()
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = new Date()
  seller = await server.addSeller()
  await server.db.deleteFrom('schedules').execute()
})

const run = (storage: FileStorage = server.storage) =>
  removeUnusedWhenDue(
    { clock: { now: () => now }, log: pino({ level: 'silent' }) },
    { ...server.uploads, storage },
  )

/** Stores an upload created a few days ago. Returns its URL. */
async function store(kind: 'picture' | 'file', daysAgo: number): Promise<string> {
  const id = newId()
  const path =
    kind === 'picture' ? `pictures/form-${id}.webp` : `users/${seller.userId}/uploads/form-${id}.pdf`
  await server.storage.put(path, Buffer.from('content'))
  const createdAt = secondsAfter(now, -daysAgo * day)
  await server.db
    .insertInto('uploads')
    .values({ ...seller, id, kind, path, name: 'x', type: 'x', size: 7, createdAt })
    .execute()
  return kind === 'picture' ? `/${path}` : `/api/files/${id}`
}

async function kept(): Promise<string[]> {
  const rows = await server.db
    .selectFrom('uploads')
    .select(['id', 'path', 'kind'])
    .where('sellerId', '=', seller.sellerId)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id, path, kind }) => (kind === 'picture' ? `/${path}` : `/api/files/${id}`)).toSorted()
}

const product = (image: string) => ({
  id: newId(),
  sellerId: seller.sellerId,
  title: 'A set of brushes',
  description: 'Five of them',
  image,
  amount: 900,
  currency: 'usd',
})
const attached = (url: string) => JSON.stringify([{ name: 'x', url, size: 7, type: 'x' }])

// Proves audit-retention.
test('an unused upload is removed after seven days, including its smaller widths', async () => {
  const [old, file] = [await store('picture', 8), await store('file', 8)]
  const young = await store('picture', 6)
  const smaller = old.slice(1).replace('.webp', '.w320.webp')
  await server.storage.put(smaller, Buffer.from('small'))
  await run()

  expect(await kept()).toEqual([young])
  const ids = [old, file].map((url) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(url)?.[0] ?? '')
  expect((await server.stored()).filter((name) => ids.some((id) => name.includes(id)))).toEqual([])
})

test('an upload is kept while any item uses it, even a deleted one', async () => {
  const [bumpImage, bumpFile, offerImage, photo, formFile, further, portrait] = [
    await store('picture', 30),
    await store('file', 30),
    await store('picture', 30),
    await store('picture', 30),
    await store('file', 30),
    await store('picture', 30),
    await store('picture', 30),
  ]
  await server.db
    .insertInto('bumps')
    .values({ ...product(bumpImage), files: attached(bumpFile), deletedAt: now })
    .execute()
  await server.db
    .insertInto('offers')
    .values({ ...product(offerImage), acceptButtonText: 'Yes', declineButtonText: 'No' })
    .execute()
  const { image: _, ...form } = product('')
  await server.db
    .insertInto('forms')
    .values({
      ...form,
      name: '',
      priceType: 'OneTimePrice',
      billingInterval: 1,
      billingPeriod: 'Daily',
      cancelAfter: 0,
      buttonText: '',
      buttonTextColor: '#fff',
      themeColor: '#000',
      video: 'https://youtu.be/dQw4w9WgXcQ',
      files: attached(formFile),
      pictures: JSON.stringify([{ image: further, focus: { x: 50, y: 50 } }]),
      blocks: JSON.stringify([{ image: null, items: [{ image: portrait }] }]),
      deletedAt: now,
    })
    .execute()
  await server.db.updateTable('users').set({ image: photo }).where('id', '=', seller.userId).execute()
  await run()

  expect(await kept()).toEqual(
    [bumpImage, bumpFile, offerImage, photo, formFile, further, portrait].toSorted(),
  )
})

test('unused uploads are removed once a day, or within the hour after a failure', async () => {
  const broken: FileStorage = {
    ...server.storage,
    delete: async () => {
      throw new Error('the storage is away')
    },
  }
  const stuck = await store('file', 8)
  await run(broken)
  expect(await kept()).toEqual([stuck])
  await run()
  expect(await kept()).toEqual([stuck])
  now = secondsAfter(now, 60 * 60)
  await run()
  expect(await kept()).toEqual([])

  const next = await store('file', 8)
  now = secondsAfter(now, 23 * 60 * 60)
  await run()
  expect(await kept()).toEqual([next])
  now = secondsAfter(now, 60 * 60)
  await run()
  expect(await kept()).toEqual([])
})

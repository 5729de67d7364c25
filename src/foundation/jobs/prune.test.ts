import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secondsAfter } from '#foundation/time/clock.ts'
import { openDatabase } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { deleteOld, pruneBatch, pruneOld } from './prune.ts'

const now = new Date('2026-03-01T12:00:00Z')
const services = { clock: { now: () => now } }

let database: TestDatabase
let db: Kysely<Database>
let other: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  const log = pino({ level: 'silent' })
  db = openDatabase(database.url, { log })
  other = openDatabase(database.url, { log })
})
afterAll(async () => {
  await Promise.all([db.destroy(), other.destroy()])
  await database.drop()
})
beforeEach(async () => {
  await db.deleteFrom('webhookEvents').execute()
})

/** Stores processed events with these ages in seconds. An event without an age is unprocessed. */
async function store(ages: readonly (number | null)[]): Promise<void> {
  await db
    .insertInto('webhookEvents')
    .values(
      ages.map((age, position) => ({
        id: `evt_${position}`,
        type: 'account.updated',
        payload: '{}',
        doneAt: age === null ? null : secondsAfter(now, -age),
      })),
    )
    .execute()
}

const left = async () =>
  (await db.selectFrom('webhookEvents').select('id').orderBy('id').execute()).map(({ id }) => id)

// Proves bounded-memory.
test('expired rows are deleted oldest first in batches, and rows without a time stay', async () => {
  await store([30, 50, 40, 5, null])
  const before = secondsAfter(now, -10)

  expect(await deleteOld(db, 'webhookEvents', before, 2)).toBe(2)
  expect(await left()).toEqual(['evt_0', 'evt_3', 'evt_4'])
  expect(await deleteOld(db, 'webhookEvents', before, 2)).toBe(1)
  expect(await left()).toEqual(['evt_3', 'evt_4'])
})

test('a locked row is not deleted until the next round', async () => {
  await store([30, 20])
  await withClient(database.url, async (client) => {
    await client.query("begin; select from webhook_events where id = 'evt_0' for update")
    expect(await deleteOld(db, 'webhookEvents', now)).toBe(1)
  })

  expect(await left()).toEqual(['evt_0'])
  expect(await deleteOld(db, 'webhookEvents', now)).toBe(1)
})

test('two processes that delete expired rows at the same time share the work', async () => {
  await store(Array.from({ length: 400 }, (_, position) => position + 1))
  const removed = await Promise.all(
    [db, other, db, other].map((process) => deleteOld(process, 'webhookEvents', now, 100)),
  )

  expect(removed.reduce((sum, count) => sum + count, 0)).toBe(400 - (await left()).length)
  while ((await deleteOld(db, 'webhookEvents', now, 100)) > 0);
  expect(await left()).toEqual([])
})

test('each round deletes one batch of expired rows until none are left', async () => {
  await store(Array.from({ length: pruneBatch + 1 }, () => 20))

  expect(await pruneOld({ db, ...services }, 'webhookEvents', 10)).toBe(pruneBatch)
  expect(await left()).toHaveLength(1)
  expect(await pruneOld({ db, ...services }, 'webhookEvents', 10)).toBe(0)
  expect(await left()).toEqual([])
})

import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction, openDatabase } from '../database.ts'
import type { Database } from '../schema.ts'
import { runAsAdmin } from '../test-client.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { Line } from '../test-line.ts'
import { isDatabaseUnavailable, isStoreAway } from './unavailable.ts'

let database: TestDatabase
let line: Line
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  line = new Line(database.url)
  db = openDatabase(await line.open(), { log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await db.destroy()
  await line.cut()
  await database.drop()
})

const ask = () => sql`select 1`.execute(db)
const endAllSessions = () =>
  runAsAdmin(
    database.url,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('queries fail as unavailable while the database is down and work again afterwards', async () => {
  await ask()
  await line.cut()
  expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)

  await line.open()
  await expect(ask()).resolves.toBeDefined()
})

// Proves database-away.
test('sessions ended by the server, idle or in a transaction, are replaced', async () => {
  const failure = await failureOf(
    inTransaction(db, async (transaction) => {
      await sql`select 1`.execute(transaction)
      await endAllSessions()
      await sql`select 1`.execute(transaction)
    }),
  )
  expect(isDatabaseUnavailable(failure)).toBe(true)

  await ask()
  await endAllSessions()
  await vi.waitFor(() => ask(), { timeout: 120_000 })
})

test('a query to a silent server times out, and its connection is discarded', { tags: 'long' }, async () => {
  await ask()
  line.silence()
  expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
  await expect(ask()).resolves.toBeDefined()
})

test('a full disk is reported as an unavailable database', async () => {
  const failure = await failureOf(
    sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(db),
  )
  expect([isDatabaseUnavailable(failure), isStoreAway(failure)]).toEqual([true, true])
  expect(isStoreAway(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))).toBe(true)
  expect(isStoreAway(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false)
})

test('an outdated cached plan is recognized in any language of the server', () => {
  const error = Object.assign(new Error('gecachter Plan darf den Ergebnistyp nicht ändern'), {
    code: '0A000',
    routine: 'RevalidateCachedQuery',
  })

  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('not supported'), { code: '0A000' }))).toBe(false)
})

test('an invalid query is not reported as unavailable', async () => {
  expect(isDatabaseUnavailable(await failureOf(sql`select 1 / 0`.execute(db)))).toBe(false)
  expect(isDatabaseUnavailable(await failureOf(sql`selec`.execute(db)))).toBe(false)
  expect(isDatabaseUnavailable(undefined)).toBe(false)
})

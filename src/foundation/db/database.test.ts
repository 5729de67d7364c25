import { type Kysely, sql } from 'kysely'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../process/root.ts'
import { countStatements } from './driver/count-statements.ts'
import { assertOutsideTransaction, inTransaction, openDatabase } from './database.ts'
import type { Database } from './schema.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ level: 'silent' }) })
  await sql`create table notes (text text)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const ask = async (expression: string, handle = db) => {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(handle)
  return rows[0]?.value
}
const write = (text: string, handle = db) => sql`insert into notes values (${text})`.execute(handle)
const read = (text: string) => ask(`(select count(*) from notes where text = '${text}')`)

test('large integers are read exactly or rejected, and dates are read as they are stored', async () => {
  expect(await ask('9007199254740991::bigint')).toBe(Number.MAX_SAFE_INTEGER)
  await expect(ask('9007199254740992::bigint')).rejects.toThrow('beyond 2^53')
  expect(await ask('array[1, null]::bigint[]')).toEqual([1, null])
  expect(await ask("'{}'::bigint[]")).toEqual([])
  expect(await ask("'2026-03-29'::date")).toBe('2026-03-29')
  expect(await ask("'2026-03-29 02:30'::timestamp")).toBe('2026-03-29 02:30:00')
  expect(await ask('0.1::numeric')).toBe('0.1')
})

// Proves database-away.
test('every statement has a time limit and every session an application name', async () => {
  expect(await ask("current_setting('statement_timeout')")).toBe('5s')
  expect(await ask("current_setting('application_name')")).toBe(`tillform ${process.pid}`)
})

test('a transaction commits when it returns and rolls back when it throws', async () => {
  const result = await inTransaction(db, async (transaction) => {
    await write('committed', transaction)
    return 'done'
  })
  const failed = inTransaction(db, async (transaction) => {
    await write('rolled back', transaction)
    throw new Error('no')
  })

  await expect(failed).rejects.toThrow('no')
  expect([result, await read('committed'), await read('rolled back')]).toEqual(['done', 1, 0])
})

// Proves intent-first.
test('inside a transaction, the outer database handle and a second transaction are rejected', async () => {
  await inTransaction(db, async (transaction) => {
    await expect(ask('1')).rejects.toThrow('A query outside the open transaction is not allowed')
    await expect(inTransaction(db, () => Promise.resolve())).rejects.toThrow(
      'A second transaction is not allowed',
    )
    expect(() => assertOutsideTransaction('A call to Stripe')).toThrow(
      'A call to Stripe is not allowed inside',
    )
    expect(await ask('1', transaction)).toBe(1)
  })
  expect(() => assertOutsideTransaction('A call to Stripe')).not.toThrow()
})

test('an open transaction delays neither other requests nor work scheduled for later', async () => {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let later = Promise.resolve<unknown>(undefined)
  const transaction = inTransaction(db, async () => {
    later = mayEnd.promise.then(() => transaction).then(() => ask('2'))
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise

  expect(await ask('1')).toBe(1)
  mayEnd.resolve()
  expect(await later).toBe(2)
})

test('counting statements includes only the work’s own statements, with begin and commit', async () => {
  const [counted] = await Promise.all([
    countStatements(() => inTransaction(db, (transaction) => write('counted', transaction))),
    ask('1'),
  ])

  expect(counted.statements).toEqual(['begin', 'insert into notes values ($1)', 'commit'])
})

test('apart from migrations, only one module opens transactions', async () => {
  const openers: string[] = []
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const isTest = file.endsWith('.test.ts')
    if (!isTest && /\.(?:transaction|startTransaction)\(\)/.test(await readFile(join(root, file), 'utf8')))
      openers.push(file)
  }
  expect(openers.toSorted()).toEqual([
    'src/foundation/db/database.ts',
    'src/foundation/db/migrate/migrate.ts',
  ])
})

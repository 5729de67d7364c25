import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { createStatementNames } from './name-statements.ts'
import type { Database } from '../schema.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ level: 'silent' }), maxConnections: 1 })
  await sql`create table notes (text text)`.execute(db)
  await sql`insert into notes values ('kept')`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const read = async () => (await sql`select * from notes where text = ${'kept'}`.execute(db)).rows

// What these are about is left out behind a PgBouncer of before 1.21.
const unnamed = (process.env['DATABASE_URL'] ?? '').includes('pgbouncer=true')

test.skipIf(unnamed)('what comes often is kept by the server under a name, what is rare is not', async () => {
  const ask = async () => (await sql`select text as kept from notes where text = ${'kept'}`.execute(db)).rows
  const kept = async () => {
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like ${'select text as kept%'}`.execute(db)
    return rows.map(({ statement }) => statement)
  }
  await ask()
  await ask()
  expect(await kept()).toEqual([])

  for (let turn = 0; turn < 10; turn += 1) expect(await ask()).toEqual([{ kept: 'kept' }])
  expect(await kept()).toEqual(['select text as kept from notes where text = $1'])
})

test.skipIf(unnamed)(
  'a migration beside a running process costs one answer, that may be asked for again',
  async () => {
    for (let turn = 0; turn < 4; turn += 1) await read()
    await sql`alter table notes add column at int`.execute(db)

    const answer = await read().catch((error: unknown) => error)
    expect(isDatabaseUnavailable(answer)).toBe(true)
    expect(await read()).toEqual([{ text: 'kept', at: null }])
    await sql`alter table notes drop column at`.execute(db)
    for (let turn = 0; turn < 4; turn += 1) await read().catch(() => undefined)
    expect(await read()).toEqual([{ text: 'kept' }])
  },
)

test('an outdated statement is known in whatever language the server says it', () => {
  const error = Object.assign(new Error('gecachter Plan darf den Ergebnistyp nicht ändern'), {
    code: '0A000',
    routine: 'RevalidateCachedQuery',
  })

  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('not supported'), { code: '0A000' }))).toBe(false)
})

test('two processes mean the same statement by a name', () => {
  const [one, other] = [createStatementNames(), createStatementNames()]
  const nameIn = (names: typeof one, text: string) => [1, 2, 3].map(() => names.of(text)).at(-1)
  const named = nameIn(one, 'select $1')
  nameIn(other, 'select $1, 2')

  expect(nameIn(other, 'select $1')).toBe(named)
  one.invalidate()
  expect(nameIn(one, 'select $1')).not.toBe(named)
})

test('statements that are built anew each time take no names and no memory without end', () => {
  const names = createStatementNames()
  for (let turn = 0; turn < 20_000; turn += 1) expect(names.of(`select ${turn}`)).toBeUndefined()

  const often = Array.from({ length: 1_000 }, (_, number) => `select -${number}`)
  const named = often.filter((text) => [1, 2, 3].map(() => names.of(text))[2] !== undefined)
  expect(named).toHaveLength(400)
})

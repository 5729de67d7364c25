import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase } from '../database.ts'
import type { Database } from '../schema.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { type PlaceOf, prepare } from './prepare.ts'

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ level: 'silent' }), maxConnections: 1 })
  await sql`create table notes (text text unique, written_at timestamptz)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Repeats a query until the server has prepared it as a named statement, and returns all results. */
async function manyTimes<T>(ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let turn = 0; turn < 6; turn += 1) answers.push(await ask())
  return answers
}

const unlike = (answers: readonly unknown[]) => new Set(answers.map((answer) => JSON.stringify(answer)))

const readAll = prepare((on, place: PlaceOf<{ readonly than: string }>) =>
  on.selectNoFrom([
    sql<number>`${place('than')}::bigint`.as('bigNumber'),
    sql<null>`null`.as('nothing'),
    sql<boolean>`true`.as('isSo'),
    sql<string>`0.10::numeric`.as('share'),
    sql<object>`json_build_object('price_id', json_build_array(json_build_object('text_of', 1)))`.as(
      'builtJson',
    ),
    sql<object>`'{"kept_as": 1}'::jsonb`.as('payload'),
  ]),
)

test('a query returns the same camelCase rows however often it runs', async () => {
  const answers = await manyTimes(async () => readAll(db, { than: '9007199254740991' }))
  expect(unlike(answers).size).toBe(1)
  expect(answers.at(-1)).toEqual([
    {
      bigNumber: Number.MAX_SAFE_INTEGER,
      nothing: null,
      isSo: true,
      share: '0.10',
      builtJson: { priceId: [{ textOf: 1 }] },
      payload: { kept_as: 1 },
    },
  ])
  await expect(readAll(db, { than: '9007199254740992' })).rejects.toThrow('beyond 2^53')
  expect(await readAll(db, { than: '1' })).toMatchObject([{ bigNumber: 1 }])
})

test('a write returns the written rows and their number', async () => {
  let written = 0
  const insert = async () => sql`insert into notes values (${`note ${(written += 1)}`})`.execute(db)
  const answers = await manyTimes(insert)
  expect(answers.map(({ rows, numAffectedRows }) => [rows, numAffectedRows])).toEqual(
    answers.map(() => [[], 1n]),
  )
  const change = async () =>
    sql`update notes set text = text where text = ${'note 1'} returning text`.execute(db)
  expect((await manyTimes(change)).map(({ rows }) => rows)).toEqual(answers.map(() => [{ text: 'note 1' }]))
  written = 0
  for (const failed of await manyTimes(async () => insert().catch(String)))
    expect(failed).toContain('notes_text_key')
})

test.each([
  ['2026-03-29 02:30:00.123456+00', '2026-03-29T02:30:00.123Z'],
  ['2026-03-29 02:30:00.5+00', '2026-03-29T02:30:00.500Z'],
  ['2026-03-29 02:30:59+00', '2026-03-29T02:30:59.000Z'],
  ['0099-12-31 23:59:59+00', '0099-12-31T23:59:59.000Z'],
  ['12026-01-01 00:00:00+00', '+012026-01-01T00:00:00.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
])('the time %s is read to the millisecond', async (written, read) => {
  const { rows } = await sql<{ at: Date }>`select ${written}::timestamptz as at`.execute(db)
  expect(rows[0]?.at.toISOString()).toBe(read)
  const elsewhere = await sql<{ at: Date }>`select ${written}::timestamptz as at
    from set_config('timezone', 'Asia/Kolkata', true)`.execute(db)
  expect(elsewhere.rows[0]?.at.toISOString()).toBe(read)
})

test('a transaction runs concurrent queries in order and rolls back on an error', async () => {
  const insert = async (tx: Kysely<Database>, text: string) =>
    sql`insert into notes values (${text})`.execute(tx)
  let answers: PromiseSettledResult<unknown>[] = []
  const asked = inTransaction(db, async (tx) => {
    answers = await Promise.allSettled([
      insert(tx, 'before'),
      sql`select 1 / ${0}::int`.execute(tx),
      insert(tx, 'behind'),
    ])
  })

  await expect(asked).rejects.toThrow('rolled back')
  expect(answers).toMatchObject([
    { status: 'fulfilled' },
    { reason: { message: 'division by zero' } },
    {
      reason: { message: 'current transaction is aborted, commands ignored until end of transaction block' },
    },
  ])
  const { rows } = await sql`select from notes where text in ('before', 'behind')`.execute(db)
  expect(rows).toEqual([])
})

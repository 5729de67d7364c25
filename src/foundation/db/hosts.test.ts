import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPair, type Pair } from '../../../faults/pair.ts'
import { openDatabase } from './database.ts'
import { openClient } from './hosts.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let pair: Pair
let db: Kysely<Database>

beforeAll(async () => {
  pair = await openPair()
  db = openDatabase(pair.url, { log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await db.destroy()
  await pair.stop()
})

const write = (text: string) => sql`insert into notes values (${text})`.execute(db)
const read = async () => {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db)
  return rows.map(({ text }) => text)
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

// One after the other, since a server that was succeeded is not as it was.
test('of several hosts the primary is found by itself, whichever it is and however it was succeeded', async () => {
  await migrate(pair.url)
  await sql`create table notes (text text)`.execute(db)
  await write('to the second of two hosts')

  // Its machine is lost.
  await pair.killPrimary()
  expect(isDatabaseUnavailable(await failureOf(write('nowhere')))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(openClient(pair.url, {})))).toBe(true)
  await pair.promoteStandby()
  await write('to the first')
  await pair.rebuildStandby()

  // It is succeeded in good order, and goes on reading.
  const many = await Promise.all(Array.from({ length: 5 }, (_, number) => write(`x${number}`)))
  expect(many).toHaveLength(5)
  await pair.ask('alter system set default_transaction_read_only = on')
  await pair.ask('select pg_reload_conf()')
  await vi.waitFor(async () => {
    await pair.ask('select 1')
    const failure = await failureOf(pair.ask('create table refused ()'))
    expect(failure).toMatchObject({ code: '25006' })
  })
  await pair.promoteStandby()
  expect(isDatabaseUnavailable(await failureOf(write('nowhere')))).toBe(true)
  await write('to the second again')
  const client = await openClient(pair.url, {})
  const { rowCount } = await client.query(`delete from notes where text like 'x%'`)
  await client.end()

  expect(rowCount).toBe(5)
  expect(await read()).toEqual(['to the first', 'to the second again', 'to the second of two hosts'])
})

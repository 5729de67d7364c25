// @module-tag long starts databases as processes
import { type Kysely, sql } from 'kysely'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPair, type Pair } from '../../../../faults/pair.ts'
import { systemClock } from '../../time/clock.ts'
import { root } from '../../process/root.ts'
import { openDatabase, openReplica } from '../database.ts'
import { migrate } from '../migrate/migrate.ts'
import type { Database } from '../schema.ts'
import { isDatabaseUnavailable } from '../driver/unavailable.ts'
import { openClient } from './hosts.ts'
import { createReadReplica } from './replica.ts'

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
const readNotes = async () => {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db)
  return rows.map(({ text }) => text)
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('reads use the primary while the replica lacks recent commits', async () => {
  await sql`create table lines (text text)`.execute(db)
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(words[0]) }
  // Finds the standby at either position in the URL.
  const replica = openReplica(pair.url, { log })
  let now = systemClock.now()
  const read = createReadReplica(db, replica, { log, clock: { now: () => now } })
  const look = async () => {
    const { rows } = await read((from) =>
      sql<{ lines: number; isStandby: boolean }>`
        select count(*) as lines, pg_is_in_recovery() as "isStandby" from lines`.execute(from),
    )
    return rows[0]
  }
  for (const lines of [1, 2, 3]) {
    await sql`insert into lines values ('written')`.execute(db)
    expect(await look()).toEqual({ lines, isStandby: true })
  }

  await sql`select pg_wal_replay_pause()`.execute(replica)
  await sql`insert into lines values ('not there yet')`.execute(db)
  expect(await look()).toEqual({ lines: 4, isStandby: false })
  expect(warnings).toMatchObject([{ reason: 'too far behind' }])
  await sql`select pg_wal_replay_resume()`.execute(replica)
  expect(await look()).toEqual({ lines: 4, isStandby: false })
  now = new Date(now.getTime() + 5_000)
  expect(await look()).toEqual({ lines: 4, isStandby: true })

  await replica.destroy()
})

test('reads skip a replica that is down or was promoted', async () => {
  const log = { warn: () => undefined }
  const primary = new URL(pair.url.replace(/@[^,]*,/, '@'))
  const away = new URL(primary)
  away.port = '1'
  for (const { href } of [primary, away]) {
    const replica = openReplica(href, { log })
    const read = createReadReplica(db, replica, { log, clock: systemClock })
    const { rows } = await read((from) =>
      sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`.execute(from),
    )
    expect(rows).toEqual([{ isStandby: false }])
    await replica.destroy()
  }
})

test('the primary is found among several hosts after every kind of failover', async () => {
  await migrate(pair.url)
  await sql`create table notes (text text)`.execute(db)
  await write('to the second of two hosts')

  // Simulates the loss of the primary's machine.
  await pair.killPrimary()
  expect(isDatabaseUnavailable(await failureOf(write('nowhere')))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(openClient(pair.url, {})))).toBe(true)
  await pair.promoteStandby()
  await write('to the first')
  await pair.rebuildStandby()

  // Simulates a planned switchover, in which the old primary still answers reads.
  const many = await Promise.all(Array.from({ length: 5 }, (_, number) => write(`x${number}`)))
  expect(many).toHaveLength(5)
  await pair.ask('alter system set default_transaction_read_only = on')
  await pair.ask('select pg_reload_conf()')
  await vi.waitFor(
    async () => {
      const failure = await failureOf(pair.ask('create table refused ()'))
      expect(failure).toMatchObject({ code: '25006' })
    },
    { timeout: 120_000 },
  )
  await pair.promoteStandby()
  expect(isDatabaseUnavailable(await failureOf(write('nowhere')))).toBe(true)
  await write('to the second again')
  const client = await openClient(pair.url, {})
  const { rowCount } = await client.query(`delete from notes where text like 'x%'`)
  await client.end()

  expect(rowCount).toBe(5)
  expect(await readNotes()).toEqual(['to the first', 'to the second again', 'to the second of two hosts'])
  // Starts the lost host again, because later tests need both.
  await pair.rebuildStandby()
})

test('only sellers’ views read from a replica, never code that charges', async () => {
  const readers: string[] = []
  for await (const file of glob('src/{accounts,buying,operations,payments,selling}/**/*.ts', { cwd: root })) {
    if (/\breadReplica\b/.test(await readFile(join(root, file), 'utf8'))) readers.push(file)
  }
  const views =
    /^src\/selling\/(?:sales|customers|invoices|recovery|recurring|products\/item-sales|taxes\/quarters)\//
  expect(readers.filter((file) => !views.test(file))).toEqual([])
  expect(readers.length).toBeGreaterThan(0)
})

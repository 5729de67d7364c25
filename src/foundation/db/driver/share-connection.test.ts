import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction, openDatabase } from '../database.ts'
import type { Database } from '../schema.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { type PlaceOf, prepare } from './prepare.ts'
import { shareConnection } from './share-connection.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const backend = sql<number>`pg_backend_pid()`
const divide = prepare((on, place: PlaceOf<{ readonly by: number }>) =>
  on.selectNoFrom([backend.as('process'), sql<number>`10 / ${place('by')}::int`.as('result')]),
)

test('concurrent short reads share a connection and get their own results', async () => {
  const answers = await Promise.all([1, 2, 5, 10].map(async (by) => divide(db, { by })))
  expect(answers.map(([answer]) => answer?.result)).toEqual([10, 5, 2, 1])
  expect(new Set(answers.map(([answer]) => answer?.process)).size).toBe(1)
})

test('a failed read does not affect other reads on its connection', async () => {
  const [before, failed, behind] = await Promise.allSettled([1, 0, 2].map(async (by) => divide(db, { by })))
  expect(before).toMatchObject({ value: [{ result: 10 }] })
  expect(failed).toMatchObject({ reason: { message: 'division by zero' } })
  expect(behind).toMatchObject({ value: [{ result: 5 }] })
})

test('a transaction has its own connection', async () => {
  const [inside, beside] = await inTransaction(db, async (tx) => {
    const [[first], { rows }] = await Promise.all([
      divide(tx, { by: 1 }),
      sql<{ process: number }>`select pg_backend_pid() as process`.execute(tx),
    ])
    return [first?.process, rows[0]?.process]
  })
  expect(inside).toBe(beside)
  const open = inTransaction(db, async (tx) => {
    await sql`select pg_sleep(0.2)`.execute(tx)
    return (await divide(tx, { by: 1 }))[0]?.process
  })
  const [[shared], own] = await Promise.all([divide(db, { by: 1 }), open])
  expect(shared?.process).not.toBe(own)
})

test('reads on a lost shared connection fail as unavailable, and the next read reconnects', async () => {
  const [first] = await divide(db, { by: 1 })
  const sleep = prepare((on) => on.selectNoFrom(sql<void>`pg_sleep(20)`.as('slept')))
  const lost = Promise.allSettled([1, 2].map(async () => sleep(db, {})))
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'select pg_sleep(20)%' and datname = current_database()`
  await untilSleeping()
  await cut.execute(db)
  for (const one of await lost) {
    expect(one.status === 'rejected' && isDatabaseUnavailable(one.reason)).toBe(true)
  }
  const [next] = await divide(db, { by: 1 })
  expect(next?.process).not.toBe(first?.process)
})

test('under continuous load, a shared connection is replaced after a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const given: string[] = []
    let taken = 0
    const reads = shareConnection({
      connect: async () => {
        const name = `connection ${(taken += 1)}`
        return { release: () => void given.push(name) }
      },
    })
    const [first, second, third] = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const until = async (end: typeof first) => reads(() => end?.promise ?? Promise.resolve())
    const under = [until(first), until(second)]
    first?.resolve()
    await under[0]
    vi.advanceTimersByTime(1_001)
    under.push(until(third))
    second?.resolve()
    await under[1]
    expect([taken, given]).toEqual([2, ['connection 1']])
    third?.resolve()
    await under[2]
    expect(given).toEqual(['connection 1', 'connection 2'])
  } finally {
    vi.useRealTimers()
  }
})

async function untilSleeping(): Promise<void> {
  const sleeping = sql`select 1 from pg_stat_activity
    where query like 'select pg_sleep(20)%' and wait_event = 'PgSleep' and datname = current_database()`
  while ((await sleeping.execute(db)).rows.length === 0) await setImmediate()
}

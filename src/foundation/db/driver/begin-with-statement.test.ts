import { Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginWithStatement } from './begin-with-statement.ts'
import { rowsAs } from './column-values.ts'
import { type AskCoded, nameStatements, noNames } from './name-statements.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

let database: TestDatabase
let pool: Pool
let client: PoolClient
let askCoded: AskCoded

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new Pool({ connectionString: database.url, pipeline: true })
  // Those that the dropped database ends are of no more use.
  pool.on('error', () => undefined)
  pool.on('connect', (made) => made.on('error', () => undefined))
  client = await pool.connect()
  askCoded = beginWithStatement(client, nameStatements(client, noNames, rowsAs))
})
afterAll(async () => {
  client.release()
  await pool.end()
  await database.drop()
})

/** How the server sees the connection: "idle", "idle in transaction", "idle in transaction (aborted)". */
async function stateOf(pid: number | undefined): Promise<string | undefined> {
  const { rows } = await pool.query<{ state: string }>('select state from pg_stat_activity where pid = $1', [
    pid,
  ])
  return rows[0]?.state
}

test('a transaction begins with its first statement, and with one that fails as well', async () => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', [])
  const pid = rows[0]?.pid

  await client.query('begin')
  // The server says so a moment after it has answered.
  await expect.poll(() => stateOf(pid)).toBe('idle')
  await client.query('select $1::int', [1])
  await expect.poll(() => stateOf(pid)).toBe('idle in transaction')
  await client.query('commit')

  await client.query('begin')
  await expect(client.query('select $1::int', ['x'])).rejects.toThrow('invalid input syntax')
  await expect.poll(() => stateOf(pid)).toBe('idle in transaction (aborted)')
  await client.query('rollback')
  await expect.poll(() => stateOf(pid)).toBe('idle')
})

test('a transaction begins with a first statement that is asked for rows with the names of code', async () => {
  await client.query('begin')
  const [row] = await askCoded('select $1::int as one_number, pg_backend_pid() as pid', [1])
  await expect.poll(() => stateOf(Number(row?.['pid']))).toBe('idle in transaction')
  await client.query('commit')

  expect(row).toMatchObject({ oneNumber: 1 })
})

test('one that does nothing begins and ends all the same', async () => {
  await client.query('begin')

  expect((await client.query('commit')).command).toBe('COMMIT')
})

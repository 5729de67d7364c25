import { createServer, connect, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction, openDatabase } from '#db/database.ts'
import type { Database } from '#db/schema.ts'
import { createTestDatabase, runAsAdmin, type TestDatabase } from '#db/test-database.ts'
import { isDatabaseUnavailable } from '#db/unavailable.ts'

/** A way to the server that can be cut, or go silent. */
class Line {
  readonly sockets = new Set<Socket>()
  readonly #target: URL
  #server: Server

  constructor(target: URL) {
    this.#target = target
    this.#server = this.#makeServer()
  }

  async open(port = 0): Promise<number> {
    this.#server = this.#makeServer()
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  async cut() {
    this.#server.close()
    for (const socket of this.sockets) socket.destroy()
    await once(this.#server, 'close')
  }

  silence() {
    for (const socket of this.sockets) socket.unpipe().pause()
  }

  #makeServer() {
    return createServer((near) => {
      const far = connect(Number(this.#target.port || 5432), this.#target.hostname)
      for (const socket of [near, far]) {
        this.sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          this.sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far).pipe(near)
    })
  }
}

let database: TestDatabase
let line: Line
let port: number
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  line = new Line(new URL(database.url))
  port = await line.open()
  const url = new URL(database.url)
  url.host = `127.0.0.1:${port}`
  db = openDatabase(url.href, { log: pino({ level: 'silent' }) })
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

test('while the database is away queries fail as unavailable, and afterwards they work again', async () => {
  await ask()
  await line.cut()
  expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)

  await line.open(port)
  await expect(ask()).resolves.toBeDefined()
})

test('sessions that the server ends, idle or in a transaction, are replaced', async () => {
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
  await vi.waitFor(() => ask())
})

test('a query to a server that has gone silent ends, and the connection is not used again', async () => {
  await ask()
  line.silence()
  expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
  await expect(ask()).resolves.toBeDefined()
})

test('a wrong query is not the fault of the database', async () => {
  expect(isDatabaseUnavailable(await failureOf(sql`select 1 / 0`.execute(db)))).toBe(false)
  expect(isDatabaseUnavailable(await failureOf(sql`selec`.execute(db)))).toBe(false)
  expect(isDatabaseUnavailable(undefined)).toBe(false)
})

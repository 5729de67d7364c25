import type { FastifyBaseLogger } from 'fastify'
import {
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  type PostgresPool,
  PostgresDialect,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ClientBase, Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import { type DatabaseAddress, readAddress } from './server/address.ts'
import { beginWithStatement } from './driver/begin-with-statement.ts'
import { camelCase } from './driver/camel-case.ts'
import { getTypeParser, rowsAs } from './driver/column-values.ts'
import { recordStatement } from './driver/count-statements.ts'
import {
  assertStandby,
  assertWritable,
  isReadOnlyError,
  openPools,
  verifyBy,
  type Connections,
  type Pools,
} from './server/hosts.ts'
import { type AskCoded, createStatementNames, nameStatements, noNames } from './driver/name-statements.ts'
import type { Database } from './schema.ts'
import { sessionLimits, silenceTimeout } from './driver/session-limits.ts'
import { shareConnection } from './driver/share-connection.ts'
import { endWhenSilent, limitSilence } from './driver/silence.ts'

const connectTimeout = 3_000
/**
 * How long a connection that nobody uses is kept, in milliseconds: on a new one each statement is parsed, and planned six
 * times, which takes as long as tens of purchases. Shorter than networks remember one that is silent.
 */
const idleTimeout = 60_000

/** `client` is what it runs on, as long as its work goes on. */
type OpenTransaction = { isOpen: boolean; client: PostgresPoolClient | undefined }

const openTransaction = new AsyncLocalStorage<OpenTransaction>()

export interface DatabaseOptions {
  log: Pick<FastifyBaseLogger, 'warn'>
  maxConnections?: number
  /** Commits do not wait for the disk: what the loss of the machine takes can be made again. */
  asyncCommit?: boolean
}

/**
 * Opens the database; the first query connects, and `destroy()` closes. Inside a transaction this handle throws
 * (a query on it would wait for a second connection, and not see the transaction's changes): use the
 * transaction's own.
 *
 * Types: `bigint` is a number (an error beyond 2^53), `date` and `timestamp` are strings, `numeric` is a string,
 * `timestamptz` is a Date.
 */
export function openDatabase(url: string, options: DatabaseOptions): Kysely<Database> {
  return openKysely(readAddress(url), options)
}

/** Opens a standby of the database, to read from: of several hosts the first that is one. */
export function openReplica(url: string, options: DatabaseOptions): Kysely<Database> {
  return openKysely({ ...readAddress(url, 'standby'), role: 'standby' }, options)
}

function openKysely(address: OpenedAddress, options: DatabaseOptions): Kysely<Database> {
  const pool = openPool(address, options)
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: trackClients(pool) }),
    log: ({ query }) => recordStatement(query.sql),
    plugins: [camelCase, refuseInsideTransaction],
  })
  opened.set(db, { pool, share: shareConnection(pool) })
  return db
}

/** Tells a transaction what it runs on. */
function trackClients(pool: Pools): PostgresPool {
  return {
    ...pool,
    connect: async () => {
      const client = await pool.connect()
      const transaction = openTransaction.getStore()
      if (transaction?.isOpen === true) transaction.client ??= client
      return client
    },
  }
}

type Opened = { readonly pool: Pools; readonly share: ReturnType<typeof shareConnection<PostgresPoolClient>> }

const opened = new WeakMap<Kysely<Database>, Opened>()

/** How each connection is asked for rows with code's names. */
const askers = new WeakMap<object, AskCoded>()

/** Runs a read that takes next to no time, on a connection that those under way share: see `shareConnection`. */
export async function readShortly<Row>(db: Kysely<Database>, query: CompiledQuery<Row>): Promise<Row[]> {
  const share = opened.get(db)?.share
  if (share === undefined) return runBuilt(db, query)
  refuseInTransaction()
  return share((client) => askOn(client, query))
}

/**
 * Runs a statement that is built already, in the transaction whose handle this is, or on a connection of its own: straight
 * to the driver, since what builds statements takes as long as the driver to hand one on.
 */
export async function runBuilt<Row>(db: Kysely<Database>, query: CompiledQuery<Row>): Promise<Row[]> {
  if (db.isTransaction) {
    const client = openTransaction.getStore()?.client
    return client === undefined ? (await db.executeQuery(query)).rows : askOn(client, query)
  }
  refuseInTransaction()
  const pool = opened.get(db)?.pool
  if (pool === undefined) return (await db.executeQuery(query)).rows
  const client = await pool.connect()
  try {
    return await askOn(client, query)
  } finally {
    client.release()
  }
}

async function askOn<Row>(client: PostgresPoolClient, query: CompiledQuery<Row>): Promise<Row[]>
async function askOn(
  client: PostgresPoolClient,
  { sql, parameters }: CompiledQuery,
): Promise<readonly object[]> {
  const ask = askers.get(client)
  if (ask === undefined) throw new RangeError('This connection was opened elsewhere')
  recordStatement(sql)
  return ask(sql, parameters)
}

/** How the connections of a database that `openDatabase` opened stand; `waiting` is work that waits for one. */
export function countConnections(db: Kysely<Database>): Connections {
  const pool = opened.get(db)?.pool
  if (pool === undefined) throw new RangeError('This database was opened elsewhere')
  return pool.count()
}

/**
 * Runs work in a transaction, the only way to open one. It is committed when the work is done, and rolled back
 * when it throws. Work must use the handle that it gets, and call nothing outside the database.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  assertOutsideTransaction('A second transaction')
  const state: OpenTransaction = { isOpen: true, client: undefined }
  const workToItsEnd = async (transaction: Transaction<Database>): Promise<T> => {
    try {
      return await work(transaction)
    } finally {
      // Next it is another's.
      state.client = undefined
    }
  }
  try {
    return await openTransaction.run(state, () => insideOf(db).transaction().execute(workToItsEnd))
  } finally {
    // What the work left running, such as a timeout, is outside from now on.
    state.isOpen = false
  }
}

const inside = new WeakMap<Kysely<Database>, Kysely<Database>>()

/** A handle whose queries are allowed in a transaction; making one for each takes longer than to begin it. */
function insideOf(db: Kysely<Database>): Kysely<Database> {
  const known = inside.get(db)
  if (known !== undefined) return known
  const made = db.withoutPlugins().withPlugin(camelCase)
  inside.set(db, made)
  return made
}

/** What a caller wants done in a transaction that another opens. */
export type Alongside = (tx: Transaction<Database>) => Promise<void>

/** For what must not happen while locks are held, such as a call to the card provider; throws inside one. */
export function assertOutsideTransaction(what: string): void {
  if (openTransaction.getStore()?.isOpen === true) {
    throw new Error(`${what} is not allowed inside a database transaction`)
  }
}

/** For a query on this handle, and not on that of the transaction that is open. */
function refuseInTransaction(): void {
  assertOutsideTransaction('A query outside the open transaction')
}

const refuseInsideTransaction: KyselyPlugin = {
  transformQuery: ({ node }) => {
    refuseInTransaction()
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

type OpenedAddress = DatabaseAddress & { readonly role?: 'standby' }

function openPool(
  address: OpenedAddress,
  { log, maxConnections = 10, asyncCommit = false }: DatabaseOptions,
): Pools {
  const { hosts, isPooled } = address
  // An error without a listener would end the process, and the pool listens to idle connections only. It hands
  // their errors on, which are logged already.
  let isEnding = false
  // A server that is stopped right after us may end what we have let go of before it hears so.
  const warn = (error: Error) => {
    if (!isEnding) log.warn({ err: error }, 'Lost a connection to the database')
  }
  const names = isPooled ? noNames : createStatementNames()
  const check = checkSessions(address, log)
  const pools = openPools(hosts, (connectionString, renew) => {
    const pool = new Pool({
      connectionString,
      max: maxConnections,
      application_name: `tillform ${process.pid}`,
      connectionTimeoutMillis: connectTimeout,
      idleTimeoutMillis: idleTimeout,
      ...(isPooled ? {} : sessionLimits),
      ...(asyncCommit && !isPooled ? { options: '-c synchronous_commit=off' } : {}),
      keepAlive: true,
      pipeline: true,
      types: { getTypeParser },
      verify: verifyBy(check),
    })
    pool.on('connect', (client) => {
      client.on('error', warn)
      const ask = beginWithStatement(client, nameStatements(client, names, rowsAs))
      askers.set(client, sendTogether(client, noticeReadOnly(client, ask, renew)))
      // The idle ones would each be silent for as long.
      endWhenSilent(client.connection.stream, renew)
    })
    pool.on('error', () => undefined)
    pool.on('acquire', (client) => limitSilence(client.connection.stream, silenceTimeout))
    pool.on('release', (_, client) => limitSilence(client.connection.stream, 0))
    return pool
  })
  return {
    ...pools,
    end() {
      isEnding = true
      return pools.end()
    },
  }
}

/** What a new connection is asked before anybody gets it. */
function checkSessions({ mayBeReadOnly, isPooled, role }: OpenedAddress, log: DatabaseOptions['log']) {
  let hasWarned = false
  return async (client: ClientBase): Promise<void> => {
    if (role === 'standby') await assertStandby(client)
    else if (mayBeReadOnly) await assertWritable(client)
    if (!isPooled || hasWarned) return
    hasWarned = true
    const { rows } = await client.query(`select current_setting('statement_timeout') as limit`)
    if (z.array(z.object({ limit: z.string() })).parse(rows)[0]?.limit !== '0') return
    log.warn('Behind PgBouncer statements have no time limit; set statement_timeout for the role')
  }
}

/** What is asked in one turn of the event loop is sent at once: the server wakes up once for it. */
function sendTogether({ connection }: PoolClient, ask: AskCoded): AskCoded {
  let isHeld = false
  return (text, values) => {
    const { stream } = connection
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return ask(text, values)
  }
}

/** A server that was succeeded goes on reading, and would answer with what is no longer so. */
function noticeReadOnly(client: PoolClient, ask: AskCoded, renew: () => void): AskCoded {
  const noticing = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (isReadOnlyError(error)) renew()
      throw error
    }
  }
  const query = client.query.bind(client)
  Object.assign(client, {
    query: (...given: unknown[]) =>
      noticing(Reflect.apply<undefined, unknown[], Promise<unknown>>(query, undefined, given)),
  })
  return (text, values) => noticing(ask(text, values))
}

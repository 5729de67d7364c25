import type { FastifyBaseLogger } from 'fastify'
import { type CompiledQuery, Kysely, type KyselyPlugin, PostgresDialect, type Transaction } from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ClientBase, Pool } from 'pg'
import { z } from 'zod'
import { type DatabaseAddress, readAddress } from './server/address.ts'
import { camelCase } from './driver/camel-case.ts'
import { recordStatement } from './driver/count-statements.ts'
import { assertStandby, assertWritable, openPools, verifyBy, type Connections } from './server/hosts.ts'
import type { Database } from './schema.ts'
import { Session } from './driver/session.ts'
import { sessionLimits, silenceTimeout } from './driver/session-limits.ts'
import { shareConnection } from './driver/share-connection.ts'
import { endWhenSilent, limitSilence } from './driver/silence.ts'

const connectTimeout = 3_000
/**
 * How long an unused connection stays open, in milliseconds. A new connection parses each statement and plans it six
 * times, which takes as long as dozens of purchases. Networks keep a silent connection open for longer.
 */
const idleTimeout = 60_000

const openTransaction = new AsyncLocalStorage<{ isOpen: boolean }>()

export interface DatabaseOptions {
  log: Pick<FastifyBaseLogger, 'warn'>
  maxConnections?: number
  /** Lets commits return before they are on disk, for data that can be recreated. */
  asyncCommit?: boolean
}

/**
 * Opens the database. The first query connects, and `destroy()` closes it. Inside a transaction this handle
 * throws (it would wait for a second connection and not see the transaction's changes), so use the
 * transaction's own. Types: `bigint` is a number (an error beyond 2^53), `date` and `timestamp` are strings,
 * `numeric` is a string, `timestamptz` is a Date.
 */
export function openDatabase(url: string, options: DatabaseOptions): Kysely<Database> {
  return openKysely(readAddress(url), options)
}

/** Opens a standby for reading: the first host that is a standby. */
export function openReplica(url: string, options: DatabaseOptions): Kysely<Database> {
  return openKysely({ ...readAddress(url, 'standby'), role: 'standby' }, options)
}

function openKysely(address: OpenedAddress, options: DatabaseOptions): Kysely<Database> {
  const pool = openPool(address, options)
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => recordStatement(query.sql),
    plugins: [camelCase, refuseInsideTransaction],
  })
  opened.set(db, { count: pool.count, share: shareConnection(pool) })
  return db
}

type Opened = {
  readonly count: () => Connections
  readonly share: ReturnType<typeof shareConnection<Session>>
}

const opened = new WeakMap<Kysely<Database>, Opened>()

/** Runs a very fast read on a connection shared with other such reads (see `shareConnection`). */
export async function readShortly<Row>(db: Kysely<Database>, query: CompiledQuery<Row>): Promise<Row[]> {
  const share = opened.get(db)?.share
  if (share === undefined) return runBuilt(db, query)
  refuseInTransaction()
  recordStatement(query.sql)
  const { rows } = await share((session) => session.query<Row>(query.sql, query.parameters))
  return rows
}

/** Runs a compiled statement in the handle's transaction, or else on its own connection. */
export async function runBuilt<Row>(db: Kysely<Database>, query: CompiledQuery<Row>): Promise<Row[]> {
  if (!db.isTransaction) refuseInTransaction()
  return (await db.executeQuery(query)).rows
}

/**
 * The connection counts of a database opened by `openDatabase`. `waiting` counts the work that is waiting for a
 * connection.
 */
export function countConnections(db: Kysely<Database>): Connections {
  const count = opened.get(db)?.count
  if (count === undefined) throw new RangeError('This database was opened elsewhere')
  return count()
}

/**
 * Runs work in a transaction; there is no other way to open one. It commits when the work is done and rolls
 * back when it throws. The work must use the transaction's handle and call nothing outside the database.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  assertOutsideTransaction('A second transaction')
  const state = { isOpen: true }
  const act = firstAct.getStore()
  const isFirst = act?.db === db && !act.isRecorded
  try {
    const done = await openTransaction.run(state, () =>
      insideOf(db)
        .transaction()
        .execute(isFirst ? (tx) => thenRecord(tx, work, act.record) : work),
    )
    if (isFirst) act.isRecorded = true
    return done
  } finally {
    // From here on, anything that is still running, such as a timeout, is outside the transaction.
    state.isOpen = false
  }
}

const firstAct = new AsyncLocalStorage<{
  readonly db: Kysely<Database>
  readonly record: Alongside
  isRecorded: boolean
}>()

/** Runs work, and makes `record` a part of the first transaction that it commits. */
export async function recordingFirst<T>(
  db: Kysely<Database>,
  record: Alongside,
  work: () => Promise<T>,
): Promise<T> {
  return firstAct.run({ db, record, isRecorded: false }, work)
}

async function thenRecord<T>(
  tx: Transaction<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
  record: Alongside,
): Promise<T> {
  const done = await work(tx)
  await record(tx)
  return done
}

const inside = new WeakMap<Kysely<Database>, Kysely<Database>>()

/**
 * A handle whose queries are allowed in a transaction. It is reused, because creating one takes longer than beginning a
 * transaction.
 */
function insideOf(db: Kysely<Database>): Kysely<Database> {
  const known = inside.get(db)
  if (known !== undefined) return known
  const made = db.withoutPlugins().withPlugin(camelCase)
  inside.set(db, made)
  return made
}

/** Work that a caller adds to another function's transaction. */
export type Alongside = (tx: Transaction<Database>) => Promise<void>

/**
 * Guards work that must not happen while locks are held, such as a call to the provider. Throws inside a
 * transaction.
 */
export function assertOutsideTransaction(what: string): void {
  if (openTransaction.getStore()?.isOpen === true) {
    throw new Error(`${what} is not allowed inside a database transaction`)
  }
}

/** Rejects queries on this handle while another transaction is open. */
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

/** Opens the connections to a database, each as a session. */
function openPool(
  address: OpenedAddress,
  { log, maxConnections = 10, asyncCommit = false }: DatabaseOptions,
) {
  const { hosts, isPooled } = address
  // Without this listener, an error event would end the process, because the pool handles errors of idle connections
  // only. Those are already logged.
  let isEnding = false
  // A server that stops right after us may close a released connection before we do.
  const warn = (error: Error) => {
    if (!isEnding) log.warn({ err: error }, 'Lost a connection to the database')
  }
  const sessions = new WeakMap<object, Session>()
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
      verify: verifyBy(check),
    })
    pool.on('connect', (client) => {
      client.on('error', warn)
      sessions.set(client, new Session(client, { keepsStatements: !isPooled, renew }))
      endWhenSilent(client.connection.stream, renew)
    })
    pool.on('error', () => undefined)
    pool.on('acquire', (client) => limitSilence(client.connection.stream, silenceTimeout))
    pool.on('release', (_, client) => limitSilence(client.connection.stream, 0))
    return pool
  })
  return {
    ...pools,
    async connect() {
      const session = sessions.get(await pools.connect())
      if (session === undefined) throw new RangeError('This connection was opened elsewhere')
      return session
    },
    end() {
      isEnding = true
      return pools.end()
    },
  }
}

/** Checks a new connection with its first query. */
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

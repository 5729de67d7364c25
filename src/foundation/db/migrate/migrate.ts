import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { z } from 'zod'
import { readAddress } from '../server/address.ts'
import { assertWritable, openPools, verifyBy } from '../server/hosts.ts'
import { migrations as ours } from '../../../../migrations/index.ts'

/** A migration failed, or the database was created by a newer version. A failed migration leaves nothing behind. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'
}

/**
 * Updates the schema of a database. If there is nothing to do, that is a success. Several processes can start together:
 * one migrates and the others wait. A killed migration leaves nothing behind and runs again. A migration that cannot
 * get its locks right away lets other statements through and is retried.
 */
export async function migrate(url: string, migrations: Record<string, Migration> = ours): Promise<void> {
  await run(url, async (db) => {
    if (await isLatest(db, migrations)) return
    await attempt(db, migrations, (migrator) => migrator.migrateToLatest())
  })
}

/** Migrates an empty database to the older schema of a backup. */
export async function migrateTo(
  url: string,
  name: string,
  migrations: Record<string, Migration> = ours,
): Promise<void> {
  await run(url, (db) => attempt(db, migrations, (migrator) => migrator.migrateTo(name)))
}

/**
 * Whether there is nothing to migrate, as on nearly every start: the applied migrations are exactly ours.
 * Kysely's own check would read all columns of all tables twice and wait for a lock.
 */
async function isLatest(db: Kysely<unknown>, migrations: Record<string, Migration>): Promise<boolean> {
  if (!(await hasMigrated(db))) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.length === Object.keys(migrations).length && rows.every(({ name }) => name in migrations)
}

type Act = (migrator: Migrator) => Promise<MigrationResultSet>

async function run(url: string, tryOnce: (db: Kysely<unknown>) => Promise<void>) {
  const db = openForMigration(url)
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryOnce(db)
      } catch (error) {
        if (tries === mostTries || !isLockTimeout(error)) throw error
      }
      await pause(betweenTries)
    }
  } finally {
    await db.destroy()
  }
}

/**
 * How long a migration's statement waits for a lock, in milliseconds. Sales queue up behind that statement, and the
 * holder of the lock, such as a backup, may take a while.
 */
const lockTimeout = 1_000
/**
 * The pause between attempts to get all locks, in milliseconds, and the number of attempts, which take five minutes
 * or more.
 */
const betweenTries = 2_000
const mostTries = 100

async function attempt(db: Kysely<unknown>, migrations: Record<string, Migration>, act: Act): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Migrating a lot of data can take minutes, and so can waiting for another process's migration.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
    await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx)
    await adopt(tx, migrations)
    const provider = { getMigrations: () => Promise.resolve(migrations) }
    const { error, results } = await act(new Migrator({ db: tx, provider }))
    if (error === undefined) return
    const failed = results?.find((result) => result.status === 'Error')
    const where =
      failed === undefined ? 'The database cannot be migrated' : `Migration ${failed.migrationName} failed`
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw new MigrationFailed(`${where}: ${reason}`, { cause: error })
  })
}

/**
 * The first migration replaces all earlier ones and has the name of the last one. A database that has all of them is up
 * to date. One that has only some must apply the others first.
 */
async function adopt(db: Kysely<unknown>, migrations: Record<string, Migration>): Promise<void> {
  const [first = ''] = Object.keys(migrations)
  if (!(await hasMigrated(db))) return
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <= ${first} order by name desc`.execute(db)
  const [newest] = rows
  if (newest === undefined) return
  if (newest.name !== first) {
    throw new MigrationFailed(
      `The database was made by a version before 0.2.0 (migration ${newest.name}). Start version 0.1.0 on it once, then this one.`,
    )
  }
  await sql`delete from kysely_migration where name < ${first}`.execute(db)
}

async function hasMigrated(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  return rows[0]?.isThere === true
}

const lockNotAvailable = z.object({ cause: z.object({ code: z.literal('55P03') }) })

function isLockTimeout(error: unknown): boolean {
  return lockNotAvailable.safeParse(error).success
}

/** Kysely's own lock number, so that earlier releases use the same lock. */
const lockKey = 3853314791062309107n

/** Uses a transaction-level lock, because a session-level lock would remain on PgBouncer's connection. */
class LockedAlready extends PostgresAdapter {
  override acquireMigrationLock = () => Promise.resolve()
  override releaseMigrationLock = () => Promise.resolve()
}

class MigrationDialect extends PostgresDialect {
  override createAdapter = () => new LockedAlready()
}

/** Opens a single connection that can change the schema and has no time limits. */
export function openForMigration(url: string): Kysely<unknown> {
  const { hosts, mayBeReadOnly } = readAddress(url)
  const pool = openPools(hosts, (connectionString) => {
    const ofHost = new Pool({
      connectionString,
      max: 1,
      application_name: 'tillform migrate',
      connectionTimeoutMillis: 5_000,
      ...(mayBeReadOnly ? { verify: verifyBy(assertWritable) } : {}),
    })
    // A lost connection makes its query fail. Without a listener it would also end the process.
    ofHost.on('error', () => undefined)
    ofHost.on('connect', (client) => client.on('error', () => undefined))
    return ofHost
  })
  return new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) })
}

import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { migrations as ours } from '../../../migrations/index.ts'

/** A migration failed, or the database was made by a newer version; nothing of the failed one is left. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'
}

/**
 * Brings the schema of a database up to date; nothing to do is a success. Several processes may start at once:
 * one migrates and the others wait for it. A killed migration leaves nothing behind and runs again.
 */
export async function migrate(url: string, migrations: Record<string, Migration> = ours): Promise<void> {
  await run(url, migrations, (migrator) => migrator.migrateToLatest())
}

/** Brings an empty database to an older schema, as a backup of that time needs it. */
export async function migrateTo(
  url: string,
  name: string,
  migrations: Record<string, Migration> = ours,
): Promise<void> {
  await run(url, migrations, (migrator) => migrator.migrateTo(name))
}

async function run(
  url: string,
  migrations: Record<string, Migration>,
  act: (migrator: Migrator) => Promise<MigrationResultSet>,
) {
  const db = openForMigration(url)
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    const { error, results } = await act(migrator)
    if (error === undefined) return
    const failed = results?.find((result) => result.status === 'Error')
    const where =
      failed === undefined ? 'The database cannot be migrated' : `Migration ${failed.migrationName} failed`
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw new MigrationFailed(`${where}: ${reason}`, { cause: error })
  } finally {
    await db.destroy()
  }
}

function openForMigration(url: string) {
  // No time limit here: a migration of much data may take minutes.
  const pool = new Pool({
    connectionString: url,
    max: 2,
    application_name: 'tillform migrate',
    connectionTimeoutMillis: 5_000,
  })
  // A lost connection fails the query that uses it; without a listener it would end the process as well.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

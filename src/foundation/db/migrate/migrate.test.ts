import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, MigrationFailed } from './migrate.ts'
import { withClient } from '../test-client.ts'
import { createEmptyDatabase, type TestDatabase } from '../test-database.ts'

const creating = (table: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createTable(table).addColumn('id', 'integer').execute()
  },
})

const failing: Migration = {
  up: async (db) => {
    await creating('half').up(db)
    await sql`select 1 / 0`.execute(db)
  },
}

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const hasTable = (name: string) =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      name,
    ])
    return rows
  })

test('migrations run once and in order, and later ones are added', async () => {
  await migrate(database.url, { '0001_first': creating('first') })
  await migrate(database.url, { '0001_first': creating('first') })
  await migrate(database.url, { '0001_first': creating('first'), '0002_second': creating('second') })

  expect(await hasTable('first')).toEqual([{ found: true }])
  expect(await hasTable('second')).toEqual([{ found: true }])
})

test('processes that start together run the migrations once', async () => {
  const migrations = { '0001_first': creating('first') }
  const started = [1, 2, 3].map(() => migrate(database.url, migrations))

  await expect(Promise.all(started)).resolves.toHaveLength(3)
})

// Proves backup-and-migrations.
test('a failed migration is reported by name and rolled back', async () => {
  const attempt = migrate(database.url, { '0001_failing': failing })

  await expect(attempt).rejects.toThrow(MigrationFailed)
  await expect(attempt).rejects.toThrow('Migration 0001_failing failed: division by zero')
  expect(await hasTable('half')).toEqual([{ found: false }])
})

test('a squashed first migration counts as done if the database already has all the migrations it replaces', async () => {
  await migrate(database.url, { '0001_first': creating('first'), '0002_second': creating('second') })
  await migrate(database.url, { '0002_second': creating('other'), '0003_third': creating('third') })

  expect(await hasTable('other')).toEqual([{ found: false }])
  expect(await hasTable('third')).toEqual([{ found: true }])
  // These migrations have already run, so they do not run again.
  await migrate(database.url, { '0002_second': failing, '0003_third': failing })
})

test('a database with only some of the squashed migrations is left unchanged', async () => {
  await migrate(database.url, { '0001_first': creating('first') })

  const attempt = migrate(database.url, { '0002_second': creating('second') })
  await expect(attempt).rejects.toThrow(MigrationFailed)
  await expect(attempt).rejects.toThrow('Start version 0.1.0 on it once, then this one.')
  expect(await hasTable('second')).toEqual([{ found: false }])
})

test('a database from a newer version is rejected', async () => {
  await migrate(database.url, { '0001_first': creating('first'), '0002_newer': creating('newer') })

  await expect(migrate(database.url, { '0001_first': creating('first') })).rejects.toThrow(
    /0002_newer is missing/,
  )
})

// Proves migration-locks.
test('a migration that waits for a lock does not block sales', async () => {
  const first = { '0001_first': creating('first') }
  await migrate(database.url, first)
  await withClient(database.url, async (backup) => {
    await backup.query('begin; lock table first in access share mode')
    const migrating = migrate(database.url, {
      ...first,
      '0002_wider': {
        up: async (db) => void (await sql`alter table first add column wide text`.execute(db)),
      },
    })
    await withClient(database.url, async (seller) => {
      const isAsking = async () => {
        const { rows } = await seller.query(
          "select from pg_locks where relation = 'first'::regclass and mode = 'AccessExclusiveLock' and not granted",
        )
        return rows.length > 0
      }
      await expect.poll(isAsking, { interval: 5 }).toBe(true)
      // This statement waits for the migration, which waits for the backup.
      await seller.query('insert into first (id) values (1)')
    })
    await backup.query('commit')
    await migrating
    expect((await backup.query('select wide from first')).rows).toEqual([{ wide: null }])
  })
})

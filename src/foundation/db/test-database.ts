import { sql, type Kysely } from 'kysely'
import { inject } from 'vitest'
import { z } from 'zod'
import { openForMigration } from './migrate/migrate.ts'
import { runAsAdmin, urlOfDatabase, withClient } from './test-client.ts'

const testServer = z.object({
  /** The URL of the database for administration. */
  url: z.string(),
  /** The migrated database that every test database copies. The names of the copies begin with its name. */
  template: z.string(),
})
export type TestServer = z.output<typeof testServer>

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL at which vitest-global-setup.ts returns the URL of the shared server. */
    testServer: string
  }
}

export interface TestDatabase {
  url: string
  /** Drops a test database and ends all its connections. */
  drop(): Promise<void>
}

let asked: Promise<TestServer> | undefined
let count = 0

/** The PostgreSQL server that all tests in a run share. The first caller waits until it has started. */
export function askForTestServer(): Promise<TestServer> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<TestServer> {
  const response = await fetch(inject('testServer'))
  if (!response.ok) throw new Error(`No PostgreSQL for the tests: ${await response.text()}`)
  return testServer.parse(await response.json())
}

/**
 * Makes a new, migrated database for one test file. If it is not dropped earlier, it is dropped at the end of
 * the run.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await askForTestServer()
  count += 1
  const name = `${server.template}_${process.pid}_${count}`
  // Copying the template's files takes half as long as writing every page to the log.
  await runAsAdmin(server.url, `create database ${name} template ${server.template} strategy file_copy`)
  return {
    url: urlOfDatabase(server.url, name),
    drop: () => runAsAdmin(server.url, `drop database if exists ${name} with (force)`),
  }
}

/** Makes a new database without a schema, for tests that create or restore one. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await withClient(database.url, (client) => client.query('drop schema public cascade; create schema public'))
  return database
}

/** Fills tables without the usual time limit, because inserting thousands of rows takes a while. */
export async function fillDatabase(url: string, fill: (db: Kysely<unknown>) => Promise<void>): Promise<void> {
  const db = openForMigration(url)
  try {
    await fill(db)
    // Keeps reads made while filling the tables out of the statistics of a test.
    await sql`select pg_stat_force_next_flush()`.execute(db)
  } finally {
    await db.destroy()
  }
}

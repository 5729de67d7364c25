import { sql, type Kysely } from 'kysely'
import { inject } from 'vitest'
import { z } from 'zod'
import { openForMigration } from './migrate/migrate.ts'
import { runAsAdmin, urlOfDatabase, withClient } from './test-client.ts'

const testServer = z.object({
  /** Of its administrative database. */
  url: z.string(),
  /** The name of the migrated database that every test database is a copy of; other names begin with it. */
  template: z.string(),
})
export type TestServer = z.output<typeof testServer>

declare module 'vitest' {
  interface ProvidedContext {
    /** Where vitest-global-setup.ts answers with the server that all tests of a run share. */
    testServer: string
  }
}

export interface TestDatabase {
  url: string
  /** Ends every connection to it as well. */
  drop(): Promise<void>
}

let asked: Promise<TestServer> | undefined
let count = 0

/** The PostgreSQL server that all tests of a run share; the first one to ask waits until it is started. */
export function askForTestServer(): Promise<TestServer> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<TestServer> {
  const response = await fetch(inject('testServer'))
  if (!response.ok) throw new Error(`No PostgreSQL for the tests: ${await response.text()}`)
  return testServer.parse(await response.json())
}

/** A fresh, migrated database for one test file. One that is not dropped goes at the end of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await askForTestServer()
  count += 1
  const name = `${server.template}_${process.pid}_${count}`
  // Copied as files, for half of what it costs to write every page to the log.
  await runAsAdmin(server.url, `create database ${name} template ${server.template} strategy file_copy`)
  return {
    url: urlOfDatabase(server.url, name),
    drop: () => runAsAdmin(server.url, `drop database if exists ${name} with (force)`),
  }
}

/** A fresh database without any schema, for what makes or fills one itself. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await withClient(database.url, (client) => client.query('drop schema public cascade; create schema public'))
  return database
}

/** Fills tables without the limits of those that serve: a statement that writes thousands of rows takes what the disk takes. */
export async function fillDatabase(url: string, fill: (db: Kysely<unknown>) => Promise<void>): Promise<void> {
  const db = openForMigration(url)
  try {
    await fill(db)
    // What it read does not count as read by a test.
    await sql`select pg_stat_force_next_flush()`.execute(db)
  } finally {
    await db.destroy()
  }
}

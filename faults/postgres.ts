import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#foundation/db/server/embedded-postgres.ts'
import { runAsAdmin, urlOfDatabase } from '#foundation/db/test-client.ts'

export type PostgresServer = {
  /** Creates a new, empty database and returns its URL. */
  readonly createDatabase: () => Promise<string>
  /** Drops the databases made here, and stops the server if it was started here. */
  readonly stop: () => Promise<void>
}

/**
 * Uses the server of DATABASE_URL, or starts one in a temporary folder. That one is fast but can lose its
 * last commits in a crash, unless a `place` for its folder is given.
 */
export async function startPostgres(place?: string): Promise<PostgresServer> {
  const given = place === undefined ? (process.env['DATABASE_URL'] ?? '') : ''
  const server = given === '' ? await startThrowaway(place) : { url: given, stop: () => Promise.resolve() }
  const names: string[] = []
  return {
    async createDatabase() {
      const name = `tillform_faults_${randomBytes(6).toString('hex')}`
      await runAsAdmin(server.url, `create database ${name}`)
      names.push(name)
      return urlOfDatabase(server.url, name)
    },
    async stop() {
      for (const name of names) await runAsAdmin(server.url, `drop database if exists ${name} with (force)`)
      await server.stop()
    },
  }
}

async function startThrowaway(place?: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(place ?? tmpdir(), 'tillform-faults-postgres-'))
  // Gives all users access, because the server must run as `nobody`.
  await chmod(folder, 0o711)
  const log = pino({ level: 'error' })
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, fsync: place !== undefined })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

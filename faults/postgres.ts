import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#foundation/db/server/embedded-postgres.ts'
import { runAsAdmin, urlOfDatabase } from '#foundation/db/test-client.ts'

export type PostgresServer = {
  /** A fresh and empty database; answers its address. */
  readonly createDatabase: () => Promise<string>
  /** Drops the databases that were made here, and stops the server if it was started here. */
  readonly stop: () => Promise<void>
}

/**
 * The server of DATABASE_URL, or one of our own in a temporary folder that trades safety for speed: where it fails, it
 * may lose what it has answered last. With a `place` it is one of our own in a folder there, and loses nothing.
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
  // Enterable, for a server that has to run as nobody.
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

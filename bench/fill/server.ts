import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#foundation/db/server/embedded-postgres.ts'
import { urlOfDatabase, withClient } from '#foundation/db/test-client.ts'

export type Server = {
  readonly urlOf: (database: string) => string
  readonly stop: () => Promise<void>
}

/** PostgreSQL settings for a dedicated server with a store of this size. All other settings keep their defaults. */
const asRun = { shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

/** Starts a PostgreSQL server for both stores in a folder. */
export async function startServer(folder: string, isFilling: boolean): Promise<Server> {
  const dataDir = join(folder, 'server')
  await mkdir(dataDir, { recursive: true })
  // Gives all users access to the folder, because the server can run as `nobody`.
  for (const place of [folder, dataDir]) await chmod(place, 0o711)
  const options = { dataDir, log: pino({ level: 'error' }, pino.destination(2)), fsync: !isFilling }
  const first = await startEmbeddedPostgres(options)
  await withClient(first.url, async (client) => {
    for (const [name, value] of Object.entries(asRun)) {
      await client.query(`alter system set ${name} = '${value}'`)
    }
  })
  await first.stop()
  const server = await startEmbeddedPostgres(options)
  return {
    urlOf: (database) => urlOfDatabase(server.url, database),
    stop: () => server.stop(),
  }
}

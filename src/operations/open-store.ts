import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { readStoreConfig, type StoreConfig } from '#foundation/config/config.ts'
import { borrowEmbeddedPostgres } from '#foundation/db/server/embedded-postgres.ts'
import { root } from '#foundation/process/root.ts'

export type Store = {
  readonly config: StoreConfig
  /** The URL of the database server in DATABASE_URL, or of the embedded one. */
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * The shop's database for a command, located through the product's own settings. If the product is not running, the
 * embedded PostgreSQL runs until `close`.
 */
export async function openStore(): Promise<Store> {
  const envFile = join(root, '.env')
  if (process.env['NODE_ENV'] !== 'production' && existsSync(envFile)) process.loadEnvFile(envFile)
  const config = readStoreConfig(process.env)
  if (config.databaseUrl !== undefined) {
    return { config, url: config.databaseUrl, close: () => Promise.resolve() }
  }
  const log = pino({ level: 'warn' }, pino.destination(2))
  const postgres = await borrowEmbeddedPostgres({ dataDir: config.dataDir, log })
  return { config, url: postgres.url, close: () => postgres.stop() }
}

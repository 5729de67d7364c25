import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ConfigurationError, readConfig, type Config } from './foundation/config/config.ts'
import { startEmbeddedPostgres } from './foundation/db/server/embedded-postgres.ts'
import { AlreadyRunning, EmbeddedPostgresUnavailable } from './foundation/db/embedded/errors.ts'
import { fileProblem } from './foundation/config/file-problem.ts'
import { openLog } from './foundation/telemetry/log.ts'
import { buildFolder, readPageRuntime } from './foundation/http/pages/page-runtime.ts'
import { root } from './foundation/process/root.ts'
import { live, sayStops, stopLast, stopLater, stopSignal } from './life.ts'
import { checkStart } from './operations/check-start.ts'
import { startSandboxProcess } from './operations/sandbox-process.ts'

/** Starts everything, and ends the process if that fails. */
export async function startProduct(): Promise<void> {
  await live(start, (reason) => {
    const isExpected =
      reason instanceof ConfigurationError ||
      reason instanceof AlreadyRunning ||
      reason instanceof EmbeddedPostgresUnavailable
    return isExpected ? reason.message : describe(reason)
  })
}

async function start(): Promise<void> {
  const startedAt = performance.now()
  // Set as in the build, which does not read `.env`.
  const built = buildFolder(readPageRuntime(process.env))
  const envFile = join(root, '.env')
  if (process.env['NODE_ENV'] !== 'production' && existsSync(envFile)) process.loadEnvFile(envFile)
  const config = readConfig(process.env)
  await checkStart(config)
  const log = openLog(config)
  sayStops(log)

  // Waits for both, so that everything that was started is stopped if one fails.
  const [building, sandbox] = await Promise.allSettled([build(config, log, built), startSandbox(config)])
  if (building.status === 'rejected') throw building.reason
  if (sandbox.status === 'rejected') throw sandbox.reason
  await building.value(startedAt)
}

/** Builds the product without opening it. The returned function opens it. */
async function build(config: Config, log: Logger, built: string) {
  const store = startStore(config, log)
  await store.isUnderWay
  // Loading takes about as long as the servers need to be ready, so both happen at the same time.
  const { buildApp, serve } = await import('./serve.ts')
  const parts = { config, log, built, url: await store.url }
  const app = await buildApp(parts)
  return (startedAt: number) => serve(app, parts, startedAt)
}

/** `isUnderWay` is true once the start only waits. */
function startStore(
  config: Config,
  log: Logger,
): { readonly isUnderWay: Promise<unknown>; readonly url: Promise<string> } {
  if (config.databaseUrl !== undefined) {
    const url = Promise.resolve(config.databaseUrl)
    return { isUnderWay: url, url }
  }
  stopSignal.throwIfAborted()
  const launched = Promise.withResolvers<void>()
  const starting = startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    signal: stopSignal,
    onLaunch: () => launched.resolve(),
  })
  // Registered right away, because a recovery can take a while and the database server outlives this process.
  stopLater(async () => {
    const postgres = await starting.catch(() => undefined)
    await postgres?.stop()
  })
  const url = starting.then((postgres) => postgres.url)
  return { isUnderWay: Promise.race([launched.promise, url]), url }
}

async function startSandbox(config: Config): Promise<void> {
  if (config.sandboxPort === undefined) return
  const sandbox = await startSandboxProcess(config, root)
  stopLast(() => sandbox.stop())
}

function describe(error: unknown): string {
  return fileProblem(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

// The product on its database, from the migrations to the last line that it prints at startup. This is the slowest part
// to load.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp, type App } from './app.ts'
import type { Config } from './foundation/config/config.ts'
import { collectGarbage } from './foundation/process/collect-garbage.ts'
import { openDatabase, openReplica } from './foundation/db/database.ts'
import { migrate } from './foundation/db/migrate/migrate.ts'
import { noShares } from './foundation/http/crowds/places.ts'
import { startWorkLoop } from './foundation/jobs/work-loop.ts'
import { logFile } from './foundation/telemetry/log.ts'
import { root } from './foundation/process/root.ts'
import { stopLater, stopSignal } from './life.ts'
import { buildIndexesWhenDue } from './operations/build-indexes-when-due.ts'
import type { DemoServer } from './operations/demo/demo-api.ts'
import { createMovedClock } from './operations/demo/history/moved-clock.ts'
import { seedHistory, wantsHistory } from './operations/demo/history/seed-history.ts'
import { seedDemo, type Demo } from './operations/demo/seed-demo.ts'
import { listenForMetrics } from './operations/health/serve-metrics.ts'

/** The product's parts. */
export type Parts = {
  readonly config: Config
  readonly log: Logger
  /** The store's URL. */
  readonly url: string
  readonly built: string
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** How often missing indexes are checked, in milliseconds. */
const indexesEvery = 3_600_000

/** The product on its database, not open to anyone yet. */
export async function buildApp({ config, log, url, built }: Parts): Promise<App> {
  await migrate(url)
  stopSignal.throwIfAborted()
  const db = openDatabase(url, { log })
  stopLater(() => db.destroy())
  const replica =
    config.databaseReadUrl === undefined ? undefined : openReplica(config.databaseReadUrl, { log })
  stopLater(async () => replica?.destroy())
  const dev = process.argv.includes('--dev') ? await startDevServer() : undefined
  const app = await createApp({ config, db, replica, log, root, built, dev })
  stopLater(() => app.close())
  return app
}

/** Opens the product to everyone and prints the URLs. */
export async function serve(app: App, { config, log, url, built }: Parts, startedAt: number): Promise<void> {
  if (config.demo === 'on') await makeHistory(config, app, { url, built })
  stopSignal.throwIfAborted()
  await app.server.listen({ host: config.host, port: config.port })
  await listenForMetricsToo(config, app)
  log.info({ port: config.port, publicUrl: config.publicUrl }, 'started')
  await announce(config, app, startedAt)
  // This comes last, because each kind of work starts with a query, which keeps this process and the database busy
  // for a while.
  app.startWork()
  const indexes = startWorkLoop('indexes', indexesEvery, () => buildIndexesWhenDue(app.services, url), log)
  // Building an index can take minutes, and no one waits for it. An interrupted build starts again.
  stopLater(async () => void indexes.stop())
}

async function listenForMetricsToo({ metrics }: Config, app: App): Promise<void> {
  const { port } = metrics
  if (port !== undefined) stopLater(await listenForMetrics({ ...metrics, port }, app.readMetrics))
}

async function startDevServer() {
  const { createServer } = await import('vite')
  const dev = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
  stopLater(() => dev.close())
  return dev
}

async function announce(config: Config, app: App, startedAt: number): Promise<void> {
  const demo = config.demo !== 'off' ? await makeDemo(app, config) : undefined
  if (demo?.isNew) collectGarbage()
  say('')
  say(`Tillform is running: ${config.publicUrl}`)
  if (demo !== undefined) {
    say(`Demo sign-in: ${demo.email} / ${demo.password}`)
    for (const { title, path } of demo.forms) say(`Payment page: ${config.publicUrl}${path} (${title})`)
  }
  if (config.sandboxPort !== undefined) {
    say(`Card sandbox: ${config.provider.apiBase} (no real money moves; pay with 4242 4242 4242 4242)`)
  }
  if (!config.isProduction) {
    sayOtherAddress(config)
    say(
      `Mail: ${config.mail.smtpUrl === undefined ? `shown at ${config.publicUrl}/dev/mail` : 'sent by SMTP'}`,
    )
    say(`Log: ${logFile(config)}`)
  }
  say(`Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Stop with Ctrl-C.`)
}

/** Pages work only at PUBLIC_URL, and we cannot detect a forwarded port. */
function sayOtherAddress({ port, sandboxPort }: Config): void {
  const sandbox = sandboxPort === undefined ? '' : `, and forward port ${sandboxPort} to the same port number`
  say(
    `Opening it from elsewhere (a forwarded port ${port} or a container)? Start it with PUBLIC_URL=http://localhost:<that port>${sandbox}.`,
  )
}

/** The demo shop's past sales, created before the product opens by a product with a separate clock. */
async function makeHistory(
  config: Config,
  { services }: App,
  { url, built }: { readonly url: string; readonly built: string },
): Promise<void> {
  if (!(await wantsHistory(services.db, config))) return
  const log = services.log.child({}, { level: 'warn' })
  const db = openDatabase(url, { log, asyncCommit: true })
  const clock = createMovedClock()
  const unlimited = { ...config, areRatesLimited: false, crowds: noShares }
  const past = await createApp({ config: unlimited, db, log, root, built, clock })
  const server = untilStopped(past.server)
  try {
    await seedHistory({ ...past, server }, clock, config, stopSignal)
  } catch (error) {
    stopSignal.throwIfAborted()
    log.error({ err: error }, 'the history of the demo shop could not be created')
  } finally {
    await server.settled()
    await past.close()
    await db.destroy()
  }
}

/** A demo whose password was changed cannot be completed, but the product still runs. */
async function makeDemo(app: App, config: Config): Promise<Demo | undefined> {
  const server = untilStopped(app.server)
  try {
    return await seedDemo(server, app.services, config)
  } catch (error) {
    stopSignal.throwIfAborted()
    app.services.log.error({ err: error }, 'the demo shop could not be created')
    say('The demo shop could not be created. See the log.')
    return undefined
  } finally {
    await server.settled()
  }
}

/**
 * The server that creates the demo. Once stopped, it begins nothing more, and the next start continues. `settled` waits
 * for running requests.
 */
function untilStopped(server: FastifyInstance): DemoServer & { readonly settled: () => Promise<unknown> } {
  const underWay = new Set<Promise<unknown>>()
  return {
    async inject(request) {
      stopSignal.throwIfAborted()
      const answer = server.inject(request)
      underWay.add(answer)
      return answer.finally(() => underWay.delete(answer))
    },
    settled: () => Promise.allSettled(underWay),
  }
}

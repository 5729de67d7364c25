import { fastify } from 'fastify'
import type { Api } from './api/api.ts'
import { createIdempotencyKeys } from './api/idempotency.ts'
import { operations } from './api/operations.ts'
import { createRequestLog } from './api/request-log.ts'
import { createRouter } from './api/router.ts'
import { serveApi } from './api/serve.ts'
import { runDue } from './billing/run-due.ts'
import { createClock } from './clock.ts'
import { serveControl } from './control/control.ts'
import { createCourier } from './events/courier.ts'
import { createFaults } from './faults/faults.ts'
import { createHolds } from './faults/holds.ts'
import type { Violation } from './openapi/checker.ts'
import { loadChecker } from './openapi/load-checker.ts'
import { registerPages } from './pages/register-pages.ts'
import { pagesWorld } from './pages/sandbox-world.ts'
import { serveAdPlatforms } from './ads/serve-ad-platforms.ts'
import { serveRegister } from './register/serve-register.ts'
import { prune } from './store/prune.ts'
import { openStore } from './store/store.ts'
import type { WebhookEndpoint, World } from './world.ts'

export type SandboxOptions = {
  /** 0 picks a free port. */
  readonly port: number
  readonly host?: string
  /** The file that stores the sandbox's state. Without one, the state exists only in memory. */
  readonly stateFile?: string
  /** The origin of the application, whose pages can frame the card fields and read the API's responses. */
  readonly applicationOrigin: string
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhooks: WebhookEndpoint[]
  /** Stripe's OpenAPI document, with which every request and response is compared. */
  readonly openApiFile?: string
  /** Returns the real time in Unix milliseconds. */
  readonly clock?: () => number
  readonly log?: (line: string) => void
}

export type Sandbox = {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
  readonly violations: () => Violation[]
  /** Waits until the first delivery of every event so far has been accepted or has failed. */
  readonly untilDelivered: () => Promise<void>
}

/** How often the sandbox checks for due work, in milliseconds of real time. */
const dueEvery = 1000

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => {})
  const host = options.host ?? '127.0.0.1'
  const store = openStore(options.stateFile)
  const clock = createClock(options.clock ?? Date.now)
  clock.setOffset(store.settings.get('clock')?.offset ?? 0)
  prune(store, clock)
  const faults = createFaults()
  const config = { ...options, url: '' }
  const world: World = { store, clock, config, request: undefined, eventFaults: faults }
  const api: Api = {
    world,
    route: createRouter(operations),
    faults,
    holds: createHolds(),
    courier: createCourier(world, log),
    keys: createIdempotencyKeys(world),
    requests: createRequestLog(),
    checker: options.openApiFile === undefined ? undefined : await loadChecker(options.openApiFile),
    log,
  }

  const server = fastify({
    logger: false,
    bodyLimit: 1_048_576,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  serveApi(server, api)
  serveControl(server, api)
  serveRegister(server, world)
  serveAdPlatforms(server, world)
  registerPages(server, pagesWorld(world, faults, api.courier))
  await server.listen({ port: options.port, host })
  const port = boundPort(server.server.address()) ?? options.port
  config.url = `http://${host}:${port}`

  const timer = setInterval(() => {
    try {
      if (store.transaction(() => runDue(world, clock.now())) > 0) api.courier.wake()
    } catch (error) {
      log(`what is due: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
  }, dueEvery).unref()
  api.courier.wake()

  return {
    url: config.url,
    port,
    violations: () => api.checker?.violations() ?? [],
    untilDelivered: () => api.courier.untilTried(),
    async close() {
      clearInterval(timer)
      api.holds.releaseAll()
      await server.close()
      await api.courier.close()
      store.close()
    },
  }
}

function boundPort(address: string | { port: number } | null): number | undefined {
  return typeof address === 'object' && address !== null ? address.port : undefined
}

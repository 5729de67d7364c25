import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type Sandbox } from '@tillform/sandbox'
import { pino } from 'pino'
import { z } from 'zod'
import { createApp, type App } from './app.ts'
import type { Config } from './foundation/config/config.ts'
import { openDatabase } from './foundation/db/database.ts'
import { noShares } from './foundation/http/crowds/places.ts'
import { createTestDatabase } from './foundation/db/test-database.ts'
import { Failure } from './foundation/failures/failure.ts'
import { logOptions } from './foundation/telemetry/log.ts'
import { freePort } from './foundation/process/test-free-port.ts'
import { cookieBeside, storeCookie } from './test-cookies.ts'

export type TestApp = App & {
  readonly sandbox: Sandbox
  readonly clock: { now: () => Date; set: (time: Date) => void; advance: (seconds: number) => void }
  readonly url: string
  readonly databaseUrl: string
  readonly config: Config
}

export type TestOptions = {
  /** The differences from other tests' configuration. */
  readonly config?: Partial<Config>
  /** Routes the product's database connections, for example over a line that can be cut. */
  readonly route?: (databaseUrl: string) => Promise<string>
  /** Receives the log, line by line. Without it, nothing is logged. */
  readonly log?: { readonly write: (line: string) => void }
  /** The sandbox's real time, in Unix milliseconds. */
  readonly sandboxClock?: () => number
}

const secrets = { platform: 'whsec_test_platform', connect: 'whsec_test_connect' }

/**
 * The whole product for a test file, with its own real PostgreSQL, its own sandbox over real HTTP, and a stopped
 * clock that the test can move. Nothing runs in the background unless the test calls `startWork`.
 */
export async function startTestApp({
  config: changes = {},
  route = (url) => Promise.resolve(url),
  log,
  sandboxClock,
}: TestOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const port = await freePort()
  const sandbox = await startSandbox({
    port: 0,
    ...(process.env['SANDBOX_OPENAPI'] && { openApiFile: process.env['SANDBOX_OPENAPI'] }),
    ...(sandboxClock === undefined ? {} : { clock: sandboxClock }),
    applicationOrigin: `http://127.0.0.1:${port}`,
    secretKey: 'sk_test_tillform_sandbox',
    publishableKey: 'pk_test_tillform_sandbox',
    webhooks: [
      { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: secrets.platform, connect: false },
      { url: `http://127.0.0.1:${port}/api/webhooks/stripe-connect`, secret: secrets.connect, connect: true },
    ],
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'tillform-test-'))
  const config = { ...testConfig(port, sandbox.url, dataDir), ...changes }
  const clock = createTestClock()
  const logger = log === undefined ? pino({ level: 'silent' }) : pino({ ...logOptions, level: 'trace' }, log)
  const db = openDatabase(await route(database.url), { log: logger })
  const app = await createApp({ config, db, log: logger, root: join(import.meta.dirname, '..'), clock })
  const undeclared = new Set<string>()
  app.server.addHook('onError', async ({ routeOptions }, _reply, error: unknown) => {
    const { failures } = routeOptions.config
    if (!(error instanceof Failure) || failures === undefined) return
    const { code, status } = error
    const { method, url } = routeOptions
    if (failures[code] !== status) undeclared.add(`${String(method)} ${url}: ${code} ${status}`)
  })
  await app.server.listen({ port, host: '127.0.0.1' })
  return {
    ...app,
    sandbox,
    clock,
    config,
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    async close() {
      await app.close()
      const violations = sandbox.violations()
      await sandbox.close()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      // Every request from us and every response from the sandbox was checked against Stripe's own description.
      if (violations.length > 0) throw new Error(JSON.stringify(violations.slice(0, 5), undefined, 2))
      if (undeclared.size > 0) throw new Error(`No contract declares ${[...undeclared].join(', ')}`)
    },
  }
}

function testConfig(port: number, sandboxUrl: string, dataDir: string): Config {
  return {
    isProduction: false,
    host: '127.0.0.1',
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: undefined,
    vatRegisterUrl: `${sandboxUrl}/vat-register`,
    adPlatformsUrl: `${sandboxUrl}/ad-platforms`,
    databaseReadUrl: undefined,
    storageUrl: undefined,
    shopStorage: { BASIC: 2 ** 30, GROWTH: 2 ** 33, PARTNER_FREE: 2 ** 33 },
    salesNamedFor: 10,
    authSecret: 'a secret for tests that is long enough',
    provider: {
      secretKey: 'sk_test_tillform_sandbox',
      publishableKey: 'pk_test_tillform_sandbox',
      webhookSecrets: [secrets.platform],
      connectWebhookSecrets: [secrets.connect],
      apiBase: sandboxUrl,
      scriptUrl: `${sandboxUrl}/js/stripe.js`,
      isTestMode: true,
    },
    sandboxPort: undefined,
    mail: {
      smtpUrl: undefined,
      from: 'Tillform <no-reply@tillform.localhost>',
      contact: 'help@tillform.localhost',
    },
    legal: { terms: undefined, privacy: undefined },
    openId: undefined,
    demo: 'off',
    areRatesLimited: false,
    trustedProxies: [],
    crowds: noShares,
    metrics: { port: undefined, host: '127.0.0.1', token: undefined },
    traces: undefined,
    push: undefined,
  }
}

/** The clock starts at the real time, which the sandbox and signatures use, and then stops. */
function createTestClock(): TestApp['clock'] {
  let time = new Date()
  return {
    now: () => time,
    set(to) {
      time = to
    },
    advance(seconds) {
      time = new Date(time.getTime() + seconds * 1000)
    },
  }
}

export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers }

/** Calls the API over HTTP as a browser would. */
export async function call(
  app: TestApp,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options: {
    readonly token?: string | undefined
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  } = {},
): Promise<Answer> {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined
        ? {}
        : { authorization: `Bearer ${options.token}`, cookie: cookieBeside(options.token) }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  })
  const text = await response.text()
  const body = text === '' ? undefined : parseJson(text)
  storeCookie(body, response.headers)
  return { status: response.status, body, headers: response.headers }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export type TestSeller = {
  readonly name: string
  readonly token: string
  readonly userId: string
  readonly account: string
}

let sellers = 0

type SellerOptions = { readonly isOnboarded?: boolean; readonly plan?: 'GROWTH' | 'trial' }

/**
 * Signs a seller up. With `isOnboarded` (the default), their connected account is completed in the sandbox. The plan
 * is only set in the database, unless it stays the sign-up's `trial`.
 */
export async function signUpSeller(
  app: TestApp,
  { isOnboarded = true, plan = 'GROWTH' }: SellerOptions = {},
): Promise<TestSeller> {
  sellers += 1
  const name = `Seller ${sellers}`
  const body = { name, email: `seller-${sellers}@example.com`, password: 'correct-horse' }
  const answer = await call(app, 'POST', '/api/authentication/sign-up', { body })
  const session = z.object({ token: z.string(), user: z.object({ id: z.string() }) }).parse(answer.body)
  const seller = { name, token: session.token, userId: session.user.id }
  if (plan !== 'trial') await givePlan(app, seller.userId, plan)
  if (!isOnboarded) return { ...seller, account: '' }
  await call(app, 'GET', '/api/stripe/check-account-boarding', { token: session.token })
  const account = await accountOf(app, seller.userId)
  await fetch(`${app.sandbox.url}/sandbox/accounts/${account}/complete`, { method: 'POST' })
  await call(app, 'GET', '/api/stripe/check-account-boarding', { token: session.token })
  return { ...seller, account }
}

async function givePlan({ services }: TestApp, userId: string, plan: 'GROWTH'): Promise<void> {
  await services.db
    .updateTable('planSubscriptions')
    .set({ plan, status: 'active', trialEnd: null, nextCheckAt: null })
    .where('sellerId', 'in', (members) =>
      members.selectFrom('members').select('sellerId').where('userId', '=', userId),
    )
    .execute()
}

async function accountOf({ services }: TestApp, userId: string): Promise<string> {
  const { stripeAccountId } = await services.db
    .selectFrom('sellers')
    .innerJoin('members', 'members.sellerId', 'sellers.id')
    .select('stripeAccountId')
    .where('members.userId', '=', userId)
    .executeTakeFirstOrThrow()
  return stripeAccountId ?? ''
}

const sandboxObject = z.object({
  id: z.string(),
  email: z.string().nullish(),
  account: z.string().nullish(),
  amount: z.number().optional(),
  currency: z.string().optional(),
  status: z.string().optional(),
  payment_intent: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
export type SandboxObject = z.output<typeof sandboxObject>

/** The sandbox's objects of a kind, from all accounts, newest first. */
export async function sandboxList(
  app: TestApp,
  kind:
    | 'accounts'
    | 'charges'
    | 'payment_intents'
    | 'customers'
    | 'events'
    | 'refunds'
    | 'disputes'
    | 'subscriptions'
    | 'invoices',
): Promise<SandboxObject[]> {
  const response = await fetch(`${app.sandbox.url}/sandbox/${kind}`)
  return z.object({ data: z.array(sandboxObject) }).parse(await response.json()).data
}

/** Sets the sandbox's fault script. An empty one ends all faults. */
export async function setFaults(app: TestApp, script: object): Promise<void> {
  await fetch(`${app.sandbox.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(script),
  })
}

/** A fault script that drops every event, so that the product must poll for changes. */
export const lostEvents = { events: [{ type: '*', fault: { kind: 'drop' } }] }

/** Acts in Stripe, as the seller in its dashboard. Returns what was created or changed. */
export async function askProvider(
  app: TestApp,
  account: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<SandboxObject> {
  const headers = { authorization: 'Bearer sk_test_tillform_sandbox', 'stripe-account': account }
  const answer = await fetch(`${app.sandbox.url}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return sandboxObject.parse(await answer.json())
}

/** Completes or declines a bank's authentication of a payment or a card, for a buyer or seller. */
export async function answerBank(
  app: TestApp,
  clientSecret: string,
  outcome: 'complete' | 'fail' = 'complete',
): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_')
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  await fetch(`${app.sandbox.url}/sandbox/authentications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [kind]: id, client_secret: clientSecret, outcome }),
  })
}

/** Advances Stripe's clock, so that everything pending there is settled. */
export async function moveProviderClock(app: TestApp, seconds: number): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: seconds }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** A one-time form of this seller. Returns its id. */
export async function createTestForm(
  app: TestApp,
  seller: TestSeller,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = {
    title: 'A course in watercolor',
    description: 'Six weeks of light and water',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 49,
    currency: 'usd',
    ...fields,
  }
  const answer = await call(app, 'POST', '/api/forms', { token: seller.token, body })
  return z.object({ id: z.string() }).parse(answer.body).id
}

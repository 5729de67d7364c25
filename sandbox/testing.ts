import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { z } from 'zod'
import { startSandbox, type Sandbox, type SandboxOptions } from './start-sandbox.ts'

/* The base of the sandbox's own tests: a running sandbox, the official SDK, and a webhook endpoint. */

export const secretKey = 'sk_test_of_the_tests'
export const publishableKey = 'pk_test_of_the_tests'
export const platformSecret = 'whsec_platform'
export const connectSecret = 'whsec_connect'

export type Delivered = {
  readonly connect: boolean
  readonly body: string
  readonly signature: string
}

export type Inbox = {
  readonly url: string
  readonly delivered: Delivered[]
  readonly answerWith: (status: number) => void
  readonly close: () => Promise<void>
}

/** An endpoint that stores what it receives. */
async function startInbox(): Promise<Inbox> {
  const delivered: Delivered[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8')
    })
    request.on('end', () => {
      delivered.push({
        connect: request.url === '/connect',
        body,
        signature: String(request.headers['stripe-signature']),
      })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    delivered,
    answerWith(next) {
      status = next
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

export type Bench = {
  readonly sandbox: Sandbox
  readonly inbox: Inbox
  readonly stripe: Stripe
  /** Calls `/sandbox/...` and returns the response's JSON. */
  readonly control: (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<ControlAnswer>
  readonly close: () => Promise<void>
}

const controlAnswer = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())).optional() })
export type ControlAnswer = z.output<typeof controlAnswer>

/** @param isChecked compares everything with Stripe's API description, which takes half a second to read */
export async function startBench(options: Partial<SandboxOptions> = {}, isChecked = true): Promise<Bench> {
  const inbox = await startInbox()
  const file = isChecked ? (process.env['SANDBOX_OPENAPI'] ?? '') : ''
  const sandbox = await startSandbox({
    port: 0,
    applicationOrigin: 'http://localhost:3000',
    secretKey,
    publishableKey,
    webhooks: [
      { url: `${inbox.url}/platform`, secret: platformSecret, connect: false },
      { url: `${inbox.url}/connect`, secret: connectSecret, connect: true },
    ],
    ...(file === '' ? {} : { openApiFile: file }),
    ...options,
  })
  return {
    sandbox,
    inbox,
    stripe: clientOf(sandbox),
    control: (method, path, body) => control(sandbox, method, path, body),
    async close() {
      await sandbox.close()
      await inbox.close()
    },
  }
}

export function clientOf(sandbox: Sandbox, key = secretKey, retries = 0): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: retries,
    telemetry: false,
  })
}

async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body: unknown,
): Promise<ControlAnswer> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return controlAnswer.parse(await response.json())
}

/** A connected account that can charge. */
export async function readySeller(bench: Bench): Promise<string> {
  const account = await bench.stripe.accounts.create({
    country: 'US',
    email: 'seller@example.com',
    controller: {
      fees: { payer: 'account' },
      losses: { payments: 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'full' },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  })
  await bench.control('POST', `/accounts/${account.id}/complete`)
  return account.id
}

/** The error of a failed SDK call. */
export async function failure(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call succeeded.')
}

/** The id of an object that can be expanded. */
export function idOf(reference: string | { id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '')
}

/** Polls until `check` is true. */
export async function until(check: () => boolean | Promise<boolean>, withinMs = 5000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Not true after ${withinMs} ms.`)
    await new Promise((resolvePause) => {
      setTimeout(resolvePause, 10)
    })
  }
}

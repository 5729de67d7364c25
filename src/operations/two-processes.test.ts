// @module-tag long starts the product as two processes
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { startSandbox, type Sandbox } from '@tillform/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createEmptyDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { startProduct, type Product, type StartedProduct } from '../../e2e/product.ts'

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_tillform_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_tillform_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
  AUTH_SECRET: 'one secret that both processes are given',
}

let database: TestDatabase
let sandbox: Sandbox
let first: StartedProduct
let second: StartedProduct

beforeAll(async () => {
  database = await createEmptyDatabase()
  sandbox = await startSandbox({
    port: 0,
    applicationOrigin: 'http://localhost',
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    webhooks: [],
  })
  const env = {
    ...keys,
    DATABASE_URL: database.url,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_JS_URL: `${sandbox.url}/js/stripe.js`,
    PUBLIC_URL: 'http://shop.localhost',
    DEMO: 'off',
  }
  // Both processes find an empty database and try to migrate it.
  ;[first, second] = await Promise.all([startProduct(env), startProduct(env)])
})
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()])
  await sandbox.close()
  await database.drop()
})

type Options = { readonly token?: string; readonly body?: object; readonly key?: string }

async function call({ url }: Product, method: string, path: string, { token, body, key }: Options = {}) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: z.looseObject({}).parse(await response.json()) }
}

/** Requests a page from either process as a load balancer does, with the shop's host. */
async function readPage(address: string, host: string): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(address, { headers: { host } }, resolve).on('error', reject)
  const response = await promise
  return { status: response.statusCode ?? 0, text: await text(response) }
}

/** Signs up with one process and continues with the other, as behind a load balancer. */
async function signUpSeller(): Promise<string> {
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct-horse' }
  const { body } = await call(first, 'POST', '/authentication/sign-up', { body: account })
  const { token } = z.object({ token: z.string() }).parse(body)
  await call(second, 'GET', '/stripe/check-account-boarding', { token })
  const accounts: unknown = await (await fetch(`${sandbox.url}/sandbox/accounts`)).json()
  const [connected] = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(accounts).data
  await fetch(`${sandbox.url}/sandbox/accounts/${connected?.id}/complete`, { method: 'POST' })
  await call(first, 'GET', '/stripe/check-account-boarding', { token })
  return token
}

// Proves same-key.
test('two processes on one PostgreSQL act as one shop and charge an idempotency key only once', async () => {
  const token = await signUpSeller()
  const created = await call(first, 'POST', '/forms', {
    token,
    body: {
      title: 'A course in watercolor',
      description: 'Six weeks of light and water',
      video: 'https://youtu.be/dQw4w9WgXcQ',
      amount: 49,
      currency: 'usd',
    },
  })
  const { id: form } = z.object({ id: z.string() }).parse(created.body)
  for (const { url } of [first, second]) {
    const page = await readPage(`${url}/payment/${form}`, 'shop.localhost')
    expect(page.status).toBe(200)
    expect(page.text).toContain('A course in watercolor')
  }

  const buy = (at: Product, buyer: string, key: string) =>
    call(at, 'POST', '/stripe/pay-form', {
      key,
      body: { form, email: `${buyer}@example.com`, name: 'Bea Novak', paymentMethodId: 'pm_card_visa' },
    })
  const answers = await Promise.all([
    ...[1, 2, 3].flatMap((n) => [buy(first, `a${n}`, `a${n}`), buy(second, `b${n}`, `b${n}`)]),
    ...[first, second, first, second].map((at) => buy(at, 'same', 'same')),
  ])
  expect(answers.map(({ status, body }) => [status, body['status']])).toEqual(
    Array.from({ length: 10 }, () => [200, 'paid']),
  )
  const charges: unknown = await (await fetch(`${sandbox.url}/sandbox/charges`)).json()
  const taken = z
    .object({ data: z.array(z.object({ amount: z.number(), status: z.string() })) })
    .parse(charges)
  expect(taken.data).toEqual(Array.from({ length: 7 }, () => ({ amount: 4_900, status: 'succeeded' })))
  const sales = await call(second, 'GET', '/sales', { token })
  expect(z.object({ data: z.array(z.unknown()) }).parse(sales.body).data).toHaveLength(7)
})

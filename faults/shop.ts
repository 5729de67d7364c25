import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createProgram, freePort, type Program } from './program.ts'
import { createProvider, type Provider } from './provider.ts'
import { openStore, type Store } from './store.ts'

/** A seller's shop on a product, a sandbox and a database that can each be ended alone. */
export type Shop = {
  readonly url: string
  readonly product: Program
  readonly sandbox: Program
  readonly provider: Provider
  readonly store: Store
  /** Payment forms of one seller, by what they cost. */
  readonly forms: {
    readonly usd: string
    readonly jpy: string
    readonly free: string
    /** 12.00 usd each month, twelve times. */
    readonly recurring: string
  }
  /** Where the product's log lies, `tillform.log`. */
  readonly folder: string
  /** Everything that buyers were answered, by the idempotency key of their payment. */
  readonly answers: Map<string, Answer[]>
  /** Ends the processes and removes the folder, unless its log is to be read. */
  readonly close: (options?: { readonly keepsFolder: boolean }) => Promise<void>
}

/** An answer of the API; undefined stands for a connection that ended without one. */
export type Answer = { readonly status: number; readonly body: unknown } | undefined

/** Opens a shop on an empty database, or on one that is migrated already. */
export async function openShop(databaseUrl: string): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-faults-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_tillform_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_tillform_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_faults_platform',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_faults_connect',
    PUBLIC_URL: url,
    DATA_DIR: folder,
  }
  const provider = createProvider(`http://127.0.0.1:${sandboxPort}`, keys.STRIPE_SECRET_KEY)
  const sandbox = createProgram('sandbox/main.ts', /^sandbox listening/m, {
    ...keys,
    SANDBOX_PORT: String(sandboxPort),
  })
  const product = createProgram('src/main.ts', /^Ready in /m, {
    ...keys,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    STRIPE_API_BASE: provider.url,
    STRIPE_JS_URL: `${provider.url}/js/stripe.js`,
    RATE_LIMITS: 'off',
  })
  const store = await openStore(databaseUrl)
  const close: Shop['close'] = async ({ keepsFolder } = { keepsFolder: false }) => {
    await product.kill()
    await sandbox.kill()
    await store.close()
    if (!keepsFolder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await Promise.all([sandbox.start(), product.start()])
    const forms = await setUpSeller(url, provider)
    return { url, product, sandbox, provider, store, forms, folder, answers: new Map(), close }
  } catch (error) {
    await close()
    throw error
  }
}

const password = 'correct-horse'
const video = 'https://youtu.be/dQw4w9WgXcQ'

async function setUpSeller(url: string, provider: Provider): Promise<Shop['forms']> {
  const email = `seller-${randomUUID()}@example.com`
  const { token } = z
    .object({ token: z.string() })
    .parse(await ask(url, '/authentication/sign-up', undefined, { name: 'Seller', email, password }))
  await ask(url, '/stripe/check-account-boarding', token)
  const account = (await provider.list('accounts')).find((one) => one.email === email)
  await provider.complete(account?.id ?? '')
  await ask(url, '/stripe/check-account-boarding', token)
  const form = async (amount: number, currency: string, plan = {}): Promise<string> => {
    const body = {
      title: `A course for ${amount} ${currency}`,
      description: 'Six weeks',
      video,
      amount,
      currency,
      ...plan,
    }
    return z.object({ id: z.string() }).parse(await ask(url, '/forms', token, body)).id
  }
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 12 }
  return {
    usd: await form(49.99, 'usd'),
    jpy: await form(4900, 'jpy'),
    free: await form(0, 'usd'),
    recurring: await form(12, 'usd', plan),
  }
}

async function ask(url: string, path: string, token?: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

import { freePort } from '#foundation/process/test-free-port.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createProgram, type Program } from './program.ts'
import { createProvider, type Provider } from './provider.ts'
import { signUpSeller, type Seller } from './seller.ts'
import { openStore, type Store } from './store.ts'

/** A seller's shop with its own product, sandbox and database, which can be ended separately. */
export type Shop = {
  readonly url: string
  readonly product: Program
  readonly sandbox: Program
  readonly provider: Provider
  readonly store: Store
  readonly seller: Seller
  /** The seller's payment forms, named after their price. */
  readonly forms: {
    readonly usd: string
    readonly jpy: string
    /** A form for 49.99 eur that offers bank payment methods. */
    readonly eur: string
    readonly free: string
    /** A form for 12.00 usd each month, twelve times. */
    readonly recurring: string
    /** A form for 49.99 usd, followed by offers for 19.90 and 9.00. */
    readonly offering: string
    /** A form for 49.99 usd once, or one of `prices`. */
    readonly choice: string
  }
  /** The additional prices of `forms.choice`. */
  readonly prices: {
    /** 99.00 usd once. */
    readonly team: string
    /** A form for 17.00 usd each month, three times. */
    readonly parts: string
  }
  /** A coupon for 20% off everything, which can be used eight times. */
  readonly fewCoupons: string
  /**
   * Starts another process on this or another store, and returns the shop as that process sees it. It ends
   * with the shop.
   */
  readonly addProduct: (store?: { readonly url: string; readonly folder: string }) => Promise<Shop>
  /** The folder that contains the product's log, `tillform.log`. */
  readonly folder: string
  /** All responses that buyers got, by the payment's idempotency key. */
  readonly answers: Map<string, Answer[]>
  /** Stops the processes and removes the folder, unless its log is still needed. */
  readonly close: (options?: { readonly keepsFolder: boolean }) => Promise<void>
}

/** An API response, or undefined if the connection ended without one. */
export type Answer = { readonly status: number; readonly body: unknown } | undefined

/**
 * Opens a shop on an empty or migrated database, in a folder inside `place`. `settings` are added to those of
 * every shop, and `release` is the folder of the release that the first process runs, if it is another one.
 */
export async function openShop(
  databaseUrl: string,
  place = tmpdir(),
  settings: Readonly<Record<string, string>> = {},
  release?: string,
): Promise<Shop> {
  const folder = await mkdtemp(join(place, 'tillform-faults-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_tillform_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_tillform_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_faults_platform',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_faults_connect',
    PUBLIC_URL: url,
  }
  const provider = createProvider(
    `http://127.0.0.1:${sandboxPort}`,
    keys.STRIPE_SECRET_KEY,
    keys.STRIPE_PUBLISHABLE_KEY,
  )
  const sandbox = createProgram(
    fileURLToPath(import.meta.resolve('@tillform/sandbox/main')),
    /^sandbox listening/m,
    {
      ...keys,
      DATA_DIR: folder,
      SANDBOX_PORT: String(sandboxPort),
    },
  )
  const products: Program[] = []
  const createProduct = (at: number, dataDir: string, from?: string, onStore = databaseUrl): Program => {
    const env = {
      ...keys,
      PORT: String(at),
      DATA_DIR: dataDir,
      DATABASE_URL: onStore,
      AUTH_SECRET: 'a secret of the faults that is long enough to be one',
      STRIPE_API_BASE: provider.url,
      STRIPE_JS_URL: `${provider.url}/js/stripe.js`,
      RATE_LIMITS: 'off',
      ...settings,
    }
    const program = createProgram('src/main.ts', /^Ready in /m, env, from)
    products.push(program)
    return program
  }
  const product = createProduct(port, folder, release)
  const store = await openStore(databaseUrl)
  const close: Shop['close'] = async ({ keepsFolder } = { keepsFolder: false }) => {
    for (const one of products) await one.kill()
    await sandbox.kill()
    await store.close()
    if (!keepsFolder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await Promise.all([sandbox.start(), product.start()])
    const seller = await signUpSeller(url)
    await completeOnboarding(seller, provider)
    await givePlan(store)
    const forms = await createForms(seller)
    const answers: Shop['answers'] = new Map()
    const addProduct: Shop['addProduct'] = async (other) => {
      const at = await freePort()
      const dataDir = other?.folder ?? (await mkdtemp(join(folder, 'another-')))
      const another = createProduct(at, dataDir, undefined, other?.url)
      await another.start()
      return { ...shop, url: `http://127.0.0.1:${at}`, product: another }
    }
    const shop: Shop = {
      url,
      product,
      addProduct,
      sandbox,
      provider,
      store,
      seller,
      forms,
      prices: await readPrices(seller, forms.choice),
      fewCoupons: await createCoupon(seller),
      folder,
      answers,
      close,
    }
    return shop
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Runs a test in a shop and then closes the shop. After a failure, the product's log is kept and the error
 * names it.
 */
export async function runInShop<Result>(shop: Shop, run: (shop: Shop) => Promise<Result>): Promise<Result> {
  let result: Result
  try {
    result = await run(shop)
  } catch (error) {
    await shop.close({ keepsFolder: true })
    const what = error instanceof Error ? error.message : String(error)
    throw new Error(`${what}\nIn a shop of its own, whose log is ${shop.folder}/tillform.log`, {
      cause: error,
    })
  }
  await shop.close()
  return result
}

/** Timers need a larger plan than Basic. A plan that the provider does not know is not charged. */
async function givePlan({ query }: Store): Promise<void> {
  const growth = `plan = 'GROWTH', status = 'active', trial_end = null, next_check_at = null`
  await query(z.unknown(), `update plan_subscriptions set ${growth}`)
}

async function completeOnboarding({ email, ask }: Seller, provider: Provider): Promise<void> {
  await ask('GET', '/stripe/check-account-boarding')
  const account = (await provider.list('accounts')).find((one) => one.email === email)
  await provider.complete(account?.id ?? '')
  await ask('GET', '/stripe/check-account-boarding')
}

const id = z.object({ id: z.string() })
const product = {
  title: 'A set of brushes',
  description: 'Soft',
  amount: 9,
  currency: 'usd',
}

async function createForms({ createForm, addPicture, ask }: Seller): Promise<Shop['forms']> {
  const image = await addPicture()
  const bump = id.parse(await ask('POST', '/bumps', { ...product, image })).id
  const offer = id.parse(await ask('POST', '/one-time-offers', { ...product, image, amount: 19.9 })).id
  return {
    usd: await createForm({ amount: 49.99 }),
    jpy: await createForm({ amount: 4900, currency: 'jpy' }),
    eur: await createForm({ amount: 49.99, currency: 'eur' }),
    free: await createForm({ amount: 0 }),
    recurring: await createForm({
      amount: 12,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      cancelAfter: 12,
    }),
    offering: await createForm({ amount: 49.99, oneTimeOffer: offer, otoSequenceList: [bump] }),
    choice: await createForm({
      amount: 49.99,
      prices: [
        { label: 'For a team', amount: 99 },
        {
          label: 'In three parts',
          amount: 17,
          priceType: 'RecurringPrice',
          billingPeriod: 'Monthly',
          cancelAfter: 3,
        },
      ],
    }),
  }
}

const withPrices = z.object({ prices: z.tuple([id, id]) })

async function readPrices({ ask }: Seller, form: string): Promise<Shop['prices']> {
  const [team, parts] = withPrices.parse(await ask('GET', `/forms/${form}`)).prices
  return { team: team.id, parts: parts.id }
}

async function createCoupon({ ask }: Seller): Promise<string> {
  const coupon = { title: 'A few', kind: 'percent', percentage: 20, maxRedemptions: 8 }
  await ask('POST', '/coupons', { ...coupon, code: 'FEW' })
  return 'FEW'
}

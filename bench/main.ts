// npm run bench [-- FILE]: what the product's main things cost, each beside the least that they can cost in the same
// run; under 90 seconds. FILE gets the results as JSON.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { startProduct, type Product } from '../e2e/product.ts'
import { borrowEmbeddedPostgres } from '#db/embedded-postgres.ts'
import pino from 'pino'
import { buildIfNeeded } from '../scripts/build.ts'
import { countSql } from './count-sql.ts'
import type { Floor } from './floor.ts'
import { beside, doAgain, readAgain } from './load.ts'
import { startProgram } from './processes.ts'
import { describeMachine, describeResults, type Results } from './report.ts'

const rounds = 2
const seconds = 4

const dataDir = await mkdtemp(join(tmpdir(), 'tillform-bench-'))
await buildIfNeeded(() => {})
try {
  const start = await measureStart()
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    const results = { machine: describeMachine(), start, ...(await measure(product)) }
    process.stdout.write(`${describeResults(results)}\n`)
    const file = process.argv[2]
    if (file !== undefined) {
      const place = resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
      await writeFile(place, `${JSON.stringify(results, undefined, 2)}\n`)
    }
  } finally {
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

/** The first start makes the store and the demo shop; of the warm ones after it the better of two counts. */
async function measureStart(): Promise<Results['start']> {
  await (await startProduct({ DATA_DIR: dataDir })).stop()
  const found = { floor: Infinity, product: Infinity }
  for (let round = 0; round < rounds; round += 1) {
    const floor = await startProgram('bench/floor-start.ts', [dataDir])
    await floor.stop()
    const before = performance.now()
    const product = await startProduct({ DATA_DIR: dataDir })
    found.product = Math.min(found.product, performance.now() - before)
    await product.stop()
    found.floor = Math.min(found.floor, floor.milliseconds)
  }
  return found
}

async function measure(product: Product): Promise<Pick<Results, 'loads' | 'statements'>> {
  const { email, password } = product.demo
  const form = (product.demo.forms[0]?.path ?? '').replace('/payment/', '')
  const session = await post(`${product.url}/api/authentication/sign-in`, { email, password })
  const { token } = z.object({ token: z.string() }).parse(session)
  const floor = await describeFloor(product, form, email)
  const program = await startProgram('bench/floor.ts', [JSON.stringify(floor)])
  const bare = program.firstLine
  const authorized = { authorization: `Bearer ${token}` }
  const page = `${product.url}/payment/${form}`
  const forms = `${product.url}/api/forms`
  const buy = (turn: number) =>
    post(`${product.url}/api/stripe/pay-form`, {
      form,
      email: `buyer-${turn}-${Date.now()}@example.com`,
      name: 'Bea Novak',
      paymentMethodId: 'pm_card_visa',
    })
  const signIn = () => post(`${product.url}/api/authentication/sign-in`, { email, password })
  const again = (atOnce: number, action: (turn: number) => Promise<unknown>) => () =>
    doAgain(seconds, atOnce, async (turn) => void (await action(turn)))
  try {
    await Promise.all([readAgain(page, 1), readAgain(`${bare}/page`, 1)])
    await readAgain(forms, 1, authorized)
    return {
      loads: {
        'payment page': await beside(
          rounds,
          () => readAgain(`${bare}/page`, seconds),
          () => readAgain(page, seconds),
        ),
        'form list': await beside(
          rounds,
          () => readAgain(`${bare}/forms`, seconds),
          () => readAgain(forms, seconds, authorized),
        ),
        purchase: await beside(
          1,
          again(4, () => post(`${bare}/purchase`, {})),
          again(4, buy),
        ),
        'sign-in': await beside(
          1,
          again(4, () => post(`${bare}/sign-in`, {})),
          again(4, signIn),
        ),
      },
      statements: await countSql({
        environment: environmentOf(product, floor.databaseUrl),
        form,
        email,
        password,
        token,
      }),
    }
  } finally {
    await program.stop()
  }
}

/** The floor sends the very bytes of the product's page, and reads the same seller's forms. */
async function describeFloor(product: Product, form: string, email: string): Promise<Floor> {
  const answer = await fetch(`${product.url}/payment/${form}`, { headers: { 'accept-encoding': 'identity' } })
  const names = ['content-type', 'content-security-policy', 'cache-control']
  const headers = Object.fromEntries(names.map((name) => [name, answer.headers.get(name) ?? '']))
  const log = pino({ level: 'error' }, pino.destination(2))
  const { url: databaseUrl } = await borrowEmbeddedPostgres({ dataDir, log })
  const accounts = await (await fetch(`${product.sandboxUrl}/sandbox/accounts`)).json()
  const { data } = z
    .object({ data: z.array(z.object({ id: z.string(), email: z.string().nullish() })) })
    .parse(accounts)
  return {
    page: { body: await answer.text(), headers },
    databaseUrl,
    sellerId: await sellerOf(databaseUrl, email),
    sandboxPort: Number(new URL(product.sandboxUrl).port),
    secretKey: 'sk_test_tillform_sandbox',
    account: data.find((account) => account.email === email)?.id ?? '',
  }
}

async function sellerOf(databaseUrl: string, email: string): Promise<string> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select seller_id as id from members join users on users.id = user_id where email = $1',
    [email],
  )
  await client.end()
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id
}

function environmentOf(product: Product, databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PORT: new URL(product.url).port,
    PUBLIC_URL: product.url,
    SANDBOX_PORT: new URL(product.sandboxUrl).port,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: 'off',
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

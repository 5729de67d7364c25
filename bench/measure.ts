import { Client } from 'pg'
import pino from 'pino'
import { z } from 'zod'
import { borrowEmbeddedPostgres } from '#foundation/db/embedded-postgres.ts'
import type { Product } from '../e2e/product.ts'
import { countSql } from './count-sql.ts'
import type { Floor } from './floor.ts'
import { beside, doAgain, readAgain } from './load.ts'
import { startProgram } from './processes.ts'
import type { Results } from './report.ts'

/** Of each side; with two sides, two rounds of reading and one of the rest this is about a minute in all. */
const seconds = 4
const rounds = 2

/** Loads a running product and its floor in turns, and counts the SQL of each thing. */
export async function measure(
  product: Product,
  dataDir: string,
): Promise<Pick<Results, 'loads' | 'statements'>> {
  const { email, password } = product.demo
  const form = (product.demo.forms[0]?.path ?? '').replace('/payment/', '')
  const session = await post(`${product.url}/api/authentication/sign-in`, { email, password })
  const { token } = z.object({ token: z.string() }).parse(session)
  const floor = await describeFloor(product, dataDir, form, email)
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
        environment: environmentOf(product, dataDir, floor.databaseUrl),
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
async function describeFloor(product: Product, dataDir: string, form: string, email: string): Promise<Floor> {
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
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select seller_id as id from members join users on users.id = user_id where email = $1',
    [email],
  )
  await client.end()
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id
}

function environmentOf(product: Product, dataDir: string, databaseUrl: string): Record<string, string> {
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

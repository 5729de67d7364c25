import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import pino from 'pino'
import { z } from 'zod'
import { borrowEmbeddedPostgres } from '#foundation/db/server/embedded-postgres.ts'
import type { Product, StartedProduct } from '../e2e/product.ts'
import { countSql } from './count-sql.ts'
import { bareStatements, type Floor } from './floor.ts'
import { doAgain, measureInTurns, middleBy, type Side } from './load.ts'
import { startProgram } from './processes.ts'
import { readAgain } from './read-again.ts'
import type { Results } from './report.ts'
import { processorTime, type ProcessorTime } from './usage.ts'

/** How long the product and the bare server are loaded in each round, and the number of rounds. */
const seconds = 2
const rounds = 5
/** How long background work for the last purchase can take, in milliseconds. */
const aftermath = 4_000

/** The headers that Chrome on a phone sends when a visitor follows a link in an email, without compression. */
const asChromeAsks = {
  'sec-ch-ua': '"Chromium";v="153", "Google Chrome";v="153", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile': '?1',
  'sec-ch-ua-platform': '"Android"',
  'upgrade-insecure-requests': '1',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
  'accept-language': 'en-US,en;q=0.9',
}
const compressed = { ...asChromeAsks, 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Loads the running product and the bare server in turn, and counts the SQL statements of each action. */
export async function measure(
  product: StartedProduct,
  dataDir: string,
): Promise<Pick<Results, 'loads' | 'perPurchase' | 'statements'>> {
  const { email, password } = product.demo
  const form = (product.demo.forms[0]?.path ?? '').replace('/payment/', '')
  const session = await post(`${product.url}/api/authentication/sign-in`, { email, password })
  const { token } = z.object({ token: z.string() }).parse(session)
  const floor = await describeFloor(product, dataDir, form, email)
  const program = await startProgram('bench/floor.ts', [JSON.stringify(floor)])
  const bare = program.firstLine
  const ofFloor = (load: Side['load']): Side => ({ pid: program.pid, load })
  const ofProduct = (load: Side['load']): Side => ({ pid: product.pid, load })
  const authorized = { authorization: `Bearer ${token}` }
  const buy = (turn: number) =>
    post(`${product.url}/api/stripe/pay-form`, {
      form,
      email: `buyer-${turn}-${Date.now()}@example.com`,
      name: 'Bea Novak',
      paymentMethodId: 'pm_card_visa',
    })
  const again = (atOnce: number, action: (turn: number) => Promise<unknown>) => () =>
    doAgain(seconds * 2, atOnce, async (turn) => void (await action(turn)))
  const reading = (least: string, path: string, headers: Readonly<Record<string, string>>) =>
    measureInTurns(
      rounds,
      ofFloor(() => readAgain(`${bare}${least}`, seconds, headers)),
      ofProduct(() => readAgain(`${product.url}${path}`, seconds, headers)),
    )
  const buying = (atOnce: number) =>
    measureInTurns(
      rounds,
      ofFloor(again(atOnce, () => post(`${bare}/purchase`, {}))),
      ofProduct(again(atOnce, buy)),
    )
  const signIn = () => post(`${product.url}/api/authentication/sign-in`, { email, password })
  const page = `/payment/${form}`
  try {
    // Warms up first, because planning statements and compiling code should not be measured.
    for (const path of [page, '/api/forms', `/api/forms/${form}`, '/api/sales']) {
      await readAgain(`${product.url}${path}`, 1, authorized)
    }
    const loads: Record<string, Awaited<ReturnType<typeof measureInTurns>>> = {
      'payment page, as browsers ask': await reading('/compressed-page', page, compressed),
      'payment page, not compressed': await reading('/page', page, asChromeAsks),
      'one form': await reading('/form', `/api/forms/${form}`, authorized),
      'list of forms': await reading('/forms', '/api/forms', authorized),
      'list of sales': await reading('/sales', '/api/sales', authorized),
    }
    for (const atOnce of [1, 4, 16]) loads[`purchase, ${atOnce} at once`] = await buying(atOnce)
    // Measures a process that has been running for a while, as in a busy shop.
    const perPurchase = await timesInTurns(
      () => measureAlone(program.pid, dataDir, () => post(`${bare}/statements`, {})),
      () => measurePurchases(product, dataDir, buy),
    )
    loads['sign-in'] = await measureInTurns(
      1,
      ofFloor(again(4, () => post(`${bare}/sign-in`, {}))),
      ofProduct(again(4, signIn)),
    )
    return {
      loads,
      perPurchase,
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

/**
 * Measures the product and the bare server in turn, once earlier work is done, so that other load on the machine
 * affects both. Returns the medians.
 */
async function timesInTurns(
  floor: () => Promise<ProcessorTime | undefined>,
  product: () => Promise<ProcessorTime | undefined>,
): Promise<Results['perPurchase']> {
  const found: Record<'floor' | 'product', (ProcessorTime | undefined)[]> = { floor: [], product: [] }
  await sleep(aftermath)
  for (let round = 0; round < rounds; round += 1) {
    found.floor.push(await floor())
    found.product.push(await product())
  }
  return { floor: middleTime(found.floor), product: middleTime(found.product) }
}

function middleTime(times: readonly (ProcessorTime | undefined)[]): ProcessorTime | undefined {
  const known = times.filter((time) => time !== undefined)
  const [node, postgres] = [middleBy(known, (time) => time.node), middleBy(known, (time) => time.postgres)]
  if (node === undefined || postgres === undefined) return undefined
  return { node: node.node, postgres: postgres.postgres }
}

/** The CPU time of a purchase and everything that follows it: the webhook, the receipt and the jobs. */
async function measurePurchases(
  { pid }: StartedProduct,
  dataDir: string,
  buy: (turn: number) => Promise<unknown>,
): Promise<ProcessorTime | undefined> {
  return processorTimeOf(pid, dataDir, async () => {
    const { requests } = await doAgain(seconds * 2, 4, async (turn) => void (await buy(turn)))
    await sleep(aftermath)
    return requests
  })
}

/** The CPU time of the minimum SQL statements for a purchase. */
async function measureAlone(
  pid: number,
  dataDir: string,
  write: () => Promise<unknown>,
): Promise<ProcessorTime | undefined> {
  return processorTimeOf(pid, dataDir, async () => {
    const { requests } = await doAgain(seconds, 4, async () => void (await write()))
    return requests * bareStatements.purchases
  })
}

/** The CPU time that the process and PostgreSQL use per action. */
async function processorTimeOf(
  pid: number,
  dataDir: string,
  work: () => Promise<number>,
): Promise<ProcessorTime | undefined> {
  const before = await processorTime(pid, dataDir)
  const count = await work()
  const after = await processorTime(pid, dataDir)
  if (before === undefined || after === undefined) return undefined
  return {
    node: (after.node - before.node) / count,
    postgres: (after.postgres - before.postgres) / count,
  }
}

/** Headers about the connection and the date, which the bare server sends anyway. */
const ofAnyAnswer = new Set(['connection', 'keep-alive', 'date', 'content-length'])

/** Makes the bare server send exactly the product's page and headers, and read the same seller's forms. */
async function describeFloor(product: Product, dataDir: string, form: string, email: string): Promise<Floor> {
  const answer = await fetch(`${product.url}/payment/${form}`, { headers: { 'accept-encoding': 'identity' } })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofAnyAnswer.has(name)))
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
    formId: form,
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

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { buildIfNeeded } from '../../scripts/build.ts'
import { align, describeMachine, round } from '../report.ts'
import { checkStore } from './check-store.ts'
import { askInTurns, buy, read, signIn, type Comparison, type Side } from './measure-lists.ts'
import { account, ensureStore, startOn } from './open-store.ts'
import { requestsOf } from './requests.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { startServer, type Server } from './server.ts'
import { aloneSizes, fewSizes, type GrowthOptions, type Sizes } from './sizes.ts'

/** How many times each store gets each request. */
const rounds = 60

/**
 * `npm run bench -- --fill`: compares the product on a store in which one of many sellers has sold a lot with the
 * product on a store with 10,000 purchases. docs/growth.md summarizes its output.
 */
export async function runGrowth({ many, folder }: GrowthOptions): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  await buildIfNeeded(() => {}, 'preact')
  const place =
    folder === undefined
      ? await mkdtemp(join(tmpdir(), 'tillform-growth-'))
      : resolve(process.env['INIT_CWD'] ?? '.', folder)
  try {
    await ensureStore(place, 'few', fewSizes, say)
    await ensureStore(place, 'many', many, say)
    await ensureStore(place, 'alone', aloneSizes(many), say)
    await measureStores(place, many, say)
  } finally {
    if (folder === undefined) await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureStores(place: string, sizes: Sizes, say: (line: string) => void): Promise<void> {
  const server = await startServer(place, false)
  try {
    for (const name of ['few', 'many', 'alone'] as const) {
      const url = server.urlOf(name)
      await checkStore(url, await withClient(url, (client) => sellerOf(client, account.email)))
      say(`${name}: checked`)
    }
    say(describe(sizes, await askAll(place, server)))
    say('\nOne of the other sellers, compared with a similar one alone in a store.\n')
    say(align(rowsOf('alone', await askNeighbour(place, server, sizes))).join('\n'))
  } finally {
    await server.stop()
  }
}

async function askAll(place: string, server: Server): Promise<Record<string, Comparison>> {
  const few = await startOn(place, 'few', server)
  const many = await startOn(place, 'many', server)
  try {
    const [ofFew, ofMany] = [await open(few, server.urlOf('few')), await open(many, server.urlOf('many'))]
    const found: Record<string, Comparison> = {}
    for (const [what, asked] of Object.entries(ofMany.requests)) {
      const same = ofFew.requests[what] ?? asked
      found[what] = await askInTurns(
        rounds,
        () => read(ofFew, same),
        () => read(ofMany, asked),
        asked.within,
      )
    }
    found['purchase'] = await askInTurns(
      rounds,
      () => buy(ofFew),
      () => buy(ofMany),
    )
    return found
  } finally {
    await many.stop()
    await few.stop()
  }
}

/** Compares a seller of average size in the large store with a seller of the same size who is alone in a store. */
async function askNeighbour(
  place: string,
  server: Server,
  { sellers }: Sizes,
): Promise<Record<string, Comparison>> {
  const alone = await startOn(place, 'alone', server)
  const many = await startOn(place, 'many', server)
  try {
    const neighbour = `seller-${Math.ceil((sellers - 1) / 2)}@example.com`
    const ofAlone = await open(alone, server.urlOf('alone'))
    const among = await open(many, server.urlOf('many'), neighbour)
    const found: Record<string, Comparison> = {}
    for (const [what, { path }] of Object.entries(among.requests)) {
      const same = ofAlone.requests[what] ?? { path }
      found[what] = await askInTurns(
        rounds,
        () => read(ofAlone, same),
        () => read(among, { path }),
      )
    }
    return found
  } finally {
    await many.stop()
    await alone.stop()
  }
}

type Shop = Side & { readonly requests: Awaited<ReturnType<typeof requestsOf>> }

async function open(product: Side['product'], url: string, email: string = account.email): Promise<Shop> {
  const token = await signIn(product, email)
  return withClient(url, async (client) => {
    const seller = await sellerOf(client, email)
    const { rows } = await client.query(
      `select id from forms where seller_id = $1 and price_type = 'OneTimePrice' and amount > 0 and deleted_at is null and tax_id is null
      order by id limit 1`,
      [seller],
    )
    const [{ id: form }] = ids.parse(rows)
    return { product, token, form, requests: await requestsOf(client, seller) }
  })
}

const ids = z.tuple([z.object({ id: z.string() })])

async function sellerOf(client: Client, email: string): Promise<string> {
  const { rows } = await client.query(
    'select seller_id as id from members join users on users.id = user_id where email = $1',
    [email],
  )
  return ids.parse(rows)[0].id
}

function describe({ sellers, forms, purchases, ofOne }: Sizes, found: Record<string, Comparison>): string {
  const { cores, model, memoryGb, node } = describeMachine()
  const number = (value: number) => value.toLocaleString('en-US')
  return [
    `${cores} cores (${model}), ${memoryGb} GB, Node ${node}`,
    `${number(sellers)} sellers, ${number(forms)} forms, ${number(purchases)} orders and what followed from them; the largest seller has`,
    `${number(ofOne.purchases)} orders from ${number(ofOne.customers)} customers on ${number(ofOne.forms)} forms`,
    '',
    ...align(rowsOf('10,000', found)),
  ].join('\n')
}

function rowsOf(small: string, found: Record<string, Comparison>): string[][] {
  return [
    ['milliseconds', small, 'p50', 'p95', 'ratio', 'wanted'],
    ...Object.entries(found).map(([name, { few, many, within }]) => [
      name,
      round(few.p50),
      round(many.p50),
      round(many.p95),
      (many.p50 / few.p50).toFixed(2),
      within === undefined ? '1.5 x' : String(within),
    ]),
  ]
}

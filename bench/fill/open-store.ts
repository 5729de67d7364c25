import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccount } from '../../src/operations/demo/demo-shop.ts'
import { startProduct, type StartedProduct } from '../../e2e/product.ts'
import { fillStore } from './fill-store.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { type Server, startServer } from './server.ts'
import type { Sizes } from './sizes.ts'

/** The store's name, used for its database and its folder. */
export type StoreName = 'few' | 'many' | 'alone'

const demo = 'demo'
const eventsArriveIn = 5_000

/**
 * Fills a store unless it is already filled. The product generates the demo shop's ninety days, which are
 * then copied.
 */
export async function ensureStore(
  folder: string,
  name: StoreName,
  sizes: Sizes,
  say: (line: string) => void,
): Promise<void> {
  const marker = join(folder, `${name}.json`)
  const wanted = JSON.stringify(sizes)
  if ((await readFile(marker, 'utf8').catch(() => undefined)) === wanted) return
  const server = await startServer(folder, true)
  try {
    await ensureDemo(folder, server)
    await withClient(server.urlOf('tillform'), async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name} template ${demo}`)
    })
    await cp(join(folder, demo), join(folder, name), { recursive: true })
    await fillStore(server.urlOf(name), sizes, say)
  } finally {
    await server.stop()
  }
  await writeFile(marker, wanted)
}

/** Makes the demo shop and Stripe's records of it. Both stores copy them. */
async function ensureDemo(folder: string, server: Server): Promise<void> {
  const marker = join(folder, `${demo}.json`)
  if ((await readFile(marker, 'utf8').catch(() => undefined)) !== undefined) return
  await withClient(server.urlOf('tillform'), async (client) => {
    await client.query(`drop database if exists ${demo} with (force)`)
    await client.query(`create database ${demo}`)
  })
  await rm(join(folder, demo), { recursive: true, force: true })
  await mkdir(join(folder, demo), { recursive: true })
  const settings = { DATABASE_URL: server.urlOf(demo), DATA_DIR: join(folder, demo), DEMO: 'on' }
  const product = await startProduct(settings)
  // The last sales are complete only once their webhook events have arrived.
  await sleep(eventsArriveIn)
  await product.stop()
  await writeFile(marker, '')
}

/** Starts the product on a filled store. */
export function startOn(folder: string, name: StoreName, server: Server): Promise<StartedProduct> {
  return startProduct({ DATABASE_URL: server.urlOf(name), DATA_DIR: join(folder, name), DEMO: 'off' })
}

export const account = demoAccount

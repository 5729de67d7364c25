// Lends products to the workers of a browser test run and stops them at its end. Starting a product with its database
// and demo shop takes longer than most tests, and each project and browser has new workers.
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { z } from 'zod'
import { readPageRuntime, type PageRuntime } from '#foundation/http/pages/page-runtime.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { productSchema, startProduct } from './product.ts'
import type { Product, StartedProduct } from './product.ts'

const address = 'PRODUCT_DESK'

/** A worker has a product to itself until it returns it. */
type Lent = { readonly runtime: PageRuntime; readonly product: Promise<StartedProduct>; isFree: boolean }

/** Opens the desk on a port of this process. It starts a product when none is free. */
export default async function openDesk(): Promise<() => Promise<void>> {
  const products = new Set<Lent>()
  const ends: Promise<void>[] = []
  let store: Promise<string> | undefined
  const lend = (runtime: PageRuntime) => {
    const free = [...products].find((one) => one.isFree && one.runtime === runtime)
    const lent = free ?? { runtime, product: start(runtime), isFree: false }
    lent.isFree = false
    products.add(lent)
    return lent.product
  }
  const start = async (runtime: PageRuntime): Promise<StartedProduct> => {
    await buildIfNeeded((line) => process.stderr.write(`${line}\n`), runtime)
    store ??= makeStore()
    return startProduct({ PAGE_RUNTIME: runtime }, { storeOf: await store })
  }
  const takeBack = async (url: string, isGood: boolean) => {
    for (const lent of products) {
      if ((await lent.product.catch(() => undefined))?.url !== url) continue
      lent.isFree = isGood
      if (!isGood) discard(lent)
    }
  }
  const discard = (lent: Lent) => {
    products.delete(lent)
    // If a product did not start, the test that requested it has already failed.
    ends.push(lent.product.catch(() => undefined).then(async (product) => product?.stop()))
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://desk')
    const answer =
      pathname === '/back'
        ? takeBack(searchParams.get('url') ?? '', searchParams.get('good') === 'true').then(() => 'thanks')
        : lend(readPageRuntime({ PAGE_RUNTIME: pathname.slice(1) })).then((product) =>
            JSON.stringify(product),
          )
    answer.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = z.object({ port: z.number() }).parse(server.address())
  process.env[address] = `http://127.0.0.1:${bound.port}`
  return async () => {
    server.closeAllConnections()
    server.close()
    for (const lent of products) discard(lent)
    const ended = await Promise.allSettled(ends)
    const folder = await store?.catch(() => undefined)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    const problems = ended.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
}

/** A data folder with the demo shop. Copying it for each product is faster than making a new one. */
async function makeStore(): Promise<string> {
  const { dataDir, leaveStore } = await startProduct()
  await leaveStore()
  return dataDir
}

export async function borrowProduct(runtime: PageRuntime): Promise<Product> {
  const response = await fetch(`${process.env[address] ?? ''}/${runtime}`)
  if (!response.ok) throw new Error(await response.text())
  return productSchema.parse(await response.json())
}

/**
 * Takes a product back. After a failed test the product is stopped, so that no other test starts with its leftovers.
 */
export async function giveBack({ url }: Product, isGood: boolean): Promise<void> {
  await fetch(
    `${process.env[address] ?? ''}/back?${new URLSearchParams({ url, good: String(isGood) }).toString()}`,
  )
}

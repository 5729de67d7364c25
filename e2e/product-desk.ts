// The products that a run of browser tests uses, started by the process that runs it and stopped at its end: a product
// with its database and its demo shop takes longer to start than most tests take, and a project, a browser or a failed
// test begins new workers.
import { createServer } from 'node:http'
import { z } from 'zod'
import { readPageRuntime, type PageRuntime } from '#foundation/page-runtime.ts'
import { productSchema, startProduct } from './product.ts'
import type { Product, StartedProduct } from './product.ts'

const ADDRESS = 'PRODUCT_DESK'

/** Opens the desk, over a port of this process; a product is started when it is first asked for. */
export default async function openDesk(): Promise<() => Promise<void>> {
  const products = new Map<string, Promise<StartedProduct>>()
  const find = (path: string) => {
    const known = products.get(path)
    if (known !== undefined) return known
    const runtime = readPageRuntime({ PAGE_RUNTIME: path.split('/')[1] })
    const product = startProduct({ PAGE_RUNTIME: runtime })
    products.set(path, product)
    return product
  }
  const server = createServer((request, response) => {
    find(request.url ?? '').then(
      (product) => response.end(JSON.stringify(product)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = z.object({ port: z.number() }).parse(server.address())
  process.env[ADDRESS] = `http://127.0.0.1:${bound.port}`
  return async () => {
    server.closeAllConnections()
    server.close()
    const ends = [...products.values()].map(async (product) => {
      // One that did not start has failed the tests that asked for it.
      await (await product.catch(() => undefined))?.stop()
    })
    const ended = await Promise.allSettled(ends)
    const problems = ended.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
}

/**
 * The product of one of the workers that run at a time, which it has for itself. Of those whose buyers' pages run on
 * React, which few tests use, there is one for all.
 */
export async function askForProduct(runtime: PageRuntime, worker: number): Promise<Product> {
  const path = runtime === 'react' ? 'react' : `${runtime}/${worker}`
  const response = await fetch(`${process.env[ADDRESS] ?? ''}/${path}`)
  if (!response.ok) throw new Error(await response.text())
  return productSchema.parse(await response.json())
}

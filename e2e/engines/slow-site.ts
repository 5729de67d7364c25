// Serves the product over a connection that slows down after the page has loaded but before its modules have.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** How long a browser can take to abandon loading before it receives the next page. */
const givingUpMs = 1_000
const elsewhere =
  '<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><h1>Somewhere else</h1>'

/**
 * Serves the product's pages, but never a module requested after their markup. As on a slow connection, `/elsewhere`
 * responds only after the browser has abandoned such modules.
 */
export async function startSlowSite(product: string) {
  const visits: string[] = []
  const markup: string[] = []
  const isHolding = Promise.withResolvers<void>()
  const hasGivenUp = Promise.withResolvers<void>()
  const answer = async (path: string): Promise<Response> => {
    if (path === '/elsewhere') {
      await Promise.race([hasGivenUp.promise, sleep(givingUpMs)])
      return new Response(elsewhere, { headers: { 'content-type': 'text/html' } })
    }
    return fetch(`${product}${path}`)
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.endsWith('.js') && !markup.some((page) => page.includes(path))) {
      response.on('close', hasGivenUp.resolve)
      isHolding.resolve()
      return
    }
    if (request.headers['sec-fetch-mode'] === 'navigate') visits.push(path)
    const pass = async () => {
      const { status, headers, body } = await copy(await answer(path))
      if (headers['content-type']?.startsWith('text/html')) markup.push(body.toString())
      response.writeHead(status, headers).end(body)
    }
    pass().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    /** The pages the tab visited, in order. */
    visits,
    untilHolding: async () => isHolding.promise,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function copy(answer: Response) {
  const headers: Record<string, string> = {}
  for (const name of ['content-type', 'content-security-policy']) {
    const value = answer.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
}

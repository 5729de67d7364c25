// A seller's own website with an embedded payment page.
import { createServer } from 'node:http'
import { z } from 'zod'

const listening = z.object({ port: z.number() })

/** Serves a website on its own origin, under both of this machine's names. Every page has this body. */
export async function startSite(body: () => string) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // A policy as strict as a careful seller's, with no inline code and only our script and frame.
    response.setHeader(
      'content-security-policy',
      "default-src 'none'; img-src data:; script-src http://localhost:*; frame-src http://localhost:*",
    )
    response.end(
      `<!doctype html><html lang="en"><title>A seller's site</title><link rel="icon" href="data:,">` +
        `<main><h1>${request.url === '/thanks' ? 'Welcome aboard' : 'My courses'}</h1>${body()}</main></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = listening.parse(server.address())
  return {
    host: `127.0.0.1:${port}`,
    unlisted: `localhost:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

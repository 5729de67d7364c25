import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { isLoopback } from '../loopback.ts'
import { plainPageHeaders, type RenderPlainPage } from './plain-page.ts'

export type OwnHostOptions = {
  readonly publicUrl: string
  readonly isProduction: boolean
  readonly sandboxPort: number | undefined
}

/** Requests by programs and other pages, which get the same response under every host. */
const noPage =
  /^\/(?:(?:api|health|metrics|pictures|assets|\.well-known)(?:[/?]|$)|(?:embed\.js|favicon\.svg|robots\.txt)(?:\?|$))/

/**
 * Pages work only at `publicUrl`, because sign-in and the card frame accept no other origin. Visitors on another host
 * are redirected. Outside of production, where we often cannot know the URL (a forwarded port, a container), they see
 * how to set it. Must be registered before all routes.
 */
export function redirectToOwnHost(
  app: FastifyInstance,
  { publicUrl, isProduction, sandboxPort }: OwnHostOptions,
  renderPage: RenderPlainPage,
): void {
  const own = new URL(publicUrl)
  let isTold = false
  app.addHook('onRequest', (request, reply, done) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !noPage.test(request.url)
    if (!isPage || request.host === own.host) return done()
    const asked = addressOf(request)
    if (asked?.host === own.host) return done()
    const there = `${own.origin}${/^\/.*/.exec(request.url)?.[0] ?? '/'}`
    reply.header('cache-control', 'no-store')
    if (isProduction) {
      // Redirects only once, to detect a proxy that does not forward the host and would redirect endlessly.
      if (!isTold)
        request.log.warn({ host: request.host.slice(0, 255) }, 'a page was requested under another host')
      isTold = true
    }
    if (isProduction || isOtherName(asked, own)) {
      void reply.redirect(there, 307)
      return
    }
    const nonce = randomBytes(16).toString('base64')
    const page = {
      kind: 'foreign',
      title: 'Tillform has another URL',
      there,
      publicUrl,
      asked: asked?.origin ?? null,
      isLocal: asked !== undefined && isLoopback(asked.hostname),
      sandboxPort: sandboxPort ?? null,
    } as const
    void reply.status(421).headers(plainPageHeaders(nonce)).send(renderPage(page, nonce))
  })
}

/** The URL that the browser requested, without its path, or undefined if its host is invalid. */
function addressOf(request: FastifyRequest): URL | undefined {
  // A tunnel terminates TLS and reports that in a header. The header affects only the scheme of a displayed URL.
  const isSecure = request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https'
  const address = `${isSecure ? 'https' : 'http'}://${request.host}`
  return URL.canParse(address) ? new URL(address) : undefined
}

/** Whether both URLs mean this machine at the same port. */
function isOtherName(asked: URL | undefined, own: URL): boolean {
  return (
    asked !== undefined && asked.port === own.port && isLoopback(asked.hostname) && isLoopback(own.hostname)
  )
}

import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { t } from '#foundation/language/t.ts'
import type { MetricsConfig } from '#foundation/config/config.ts'

const type = 'text/plain; version=0.0.4; charset=utf-8'
const challenge = { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }

/** Serves `/metrics` on the product's own port to callers with the token. Without a token, the route does not exist. */
export function registerMetrics(
  server: FastifyInstance,
  { token }: Pick<MetricsConfig, 'token'>,
  read: () => Promise<string>,
): void {
  if (token === undefined) return
  const options = { config: { access: 'anyone' }, schema: { hide: true }, logLevel: 'silent' } as const
  server.get('/metrics', options, async (request, reply) => {
    if (!isBearerOf(token, request.headers.authorization)) {
      return reply.status(401).headers(challenge).type('text/plain').send(t('Unauthorized\n'))
    }
    return reply
      .header('cache-control', 'no-store')
      .type(type)
      .send(await read())
  })
}

/**
 * Serves metrics on a separate port. If a token is set, it is required here too. Returns a function that closes the
 * port.
 */
export async function listenForMetrics(
  { host, port, token }: MetricsConfig & { readonly port: number },
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end()
    } else if (token !== undefined && !isBearerOf(token, request.headers.authorization)) {
      response.writeHead(401, challenge).end()
    } else {
      read().then(
        (text) => response.writeHead(200, { 'content-type': type }).end(text),
        () => response.writeHead(500).end(),
      )
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () => stop(server)
}

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
}

/** The comparison takes the same time for any token. */
function isBearerOf(token: string, header: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

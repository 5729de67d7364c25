import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'

/** The sellers' app takes no card, so it needs nothing of the provider's, and nobody may frame it. */
function policy(isSecure: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com",
    "connect-src 'self'",
    "font-src 'self'",
    'frame-src https://www.youtube-nocookie.com',
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

export type StaticOptions = {
  readonly root: string
  readonly isSecure: boolean
  readonly dev: ViteDevServer | undefined
}

/** The sellers' app: built files under names that carry their content's hash, and one document for all its pages. */
export async function registerStaticApp(
  app: FastifyInstance,
  { root, isSecure, dev }: StaticOptions,
): Promise<void> {
  const headers = {
    'content-security-policy': dev === undefined ? policy(isSecure) : "frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  }
  if (dev === undefined) await registerFiles(app, join(root, 'dist/client'))
  else useDevServer(app, dev)

  const read = async () =>
    readFile(join(root, dev === undefined ? 'dist/client/index.html' : 'index.html'), 'utf8')
  const built = dev === undefined ? await read() : undefined
  app.get('/*', { config: { access: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|health|pictures|assets)(?:[/?]|$)/.test(request.url)) {
      reply.callNotFound()
      return reply
    }
    const document = built ?? (await dev?.transformIndexHtml(request.url, await read())) ?? ''
    return reply.headers(headers).type('text/html; charset=utf-8').send(document)
  })
}

async function registerFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(async (scope) => {
    openRoutes(scope)
    await scope.register(fastifyStatic, {
      root: join(directory, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      index: false,
    })
    for (const name of ['favicon.svg', 'robots.txt']) {
      const file = await readFile(join(directory, name)).catch(() => undefined)
      if (file === undefined) continue
      const type = name.endsWith('.svg') ? 'image/svg+xml' : 'text/plain; charset=utf-8'
      scope.get(`/${name}`, async (_request, reply) =>
        reply.type(type).header('cache-control', 'public, max-age=86400').send(file),
      )
    }
  })
}

/** Lets anyone call the routes that are registered in this scope. */
export function openRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
    route.schema = { ...route.schema, hide: true }
  })
}

function useDevServer(app: FastifyInstance, dev: ViteDevServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(@|src\/|node_modules\/|public\/|favicon)/.test(request.url)) {
      reply.hijack()
      dev.middlewares(request.raw, reply.raw, () => {
        reply.raw.statusCode = 404
        reply.raw.end()
      })
      return
    }
    done()
  })
}

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { createHash } from 'node:crypto'
import { encodePicture } from '#foundation/pictures/encode-picture.ts'
import { escapeHtml } from '../contract/document.ts'
import { reportingHeaders } from '../contract/reporting.ts'
import { appPolicy, type CardSources } from './app-policy.ts'
import { isFilePath, isLinkedPath } from './known-files.ts'

export type StaticOptions = {
  readonly root: string
  readonly built: string
  readonly isSecure: boolean
  readonly dev: ViteDevServer | undefined
  /**
   * The pages with a card field, the policy that the provider's script requires there, and the inline script that runs
   * before it.
   */
  readonly card: { readonly paths: readonly string[]; readonly sources: CardSources; readonly script: string }
  /** Facts for the browser in the document itself, as `<meta>` by name. */
  readonly metas: Readonly<Record<string, string>>
}

/** Pages with a secret in their URL, which other sites must not learn. */
const secretPaths = ['/reset-password', '/confirm-email', '/take-back']

/** The sellers' app: built files named after the hash of their content, and one HTML document for all its pages. */
export async function registerStaticApp(
  app: FastifyInstance,
  { root, built: folder, isSecure, dev, card, metas }: StaticOptions,
): Promise<void> {
  const policies = { plain: appPolicy(isSecure, null), card: appPolicy(isSecure, card.sources) }
  const policyOf = (path: string) => (card.paths.includes(path) ? policies.card : policies.plain)
  const withCard = (document: string) =>
    document.replace('</head>', () => `<script>${card.script}</script></head>`)
  const headersOf = (path: string) => ({
    'content-security-policy': dev === undefined ? policyOf(path) : "frame-ancestors 'none'",
    ...reportingHeaders,
    'referrer-policy': secretPaths.includes(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  })
  if (dev === undefined) await registerFiles(app, join(root, folder, 'client'))
  else useDevServer(app, dev)

  const read = async () =>
    readFile(join(root, dev === undefined ? `${folder}/client/index.html` : 'index.html'), 'utf8')
  const head = Object.entries(metas).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
  )
  const links = dev === undefined ? installingHead : ''
  const withMetas = (document: string) => document.replace('</head>', () => `${links}${head.join('')}</head>`)
  const plain = dev === undefined ? withMetas(await read()) : undefined
  const built = plain === undefined ? undefined : { plain, card: withCard(plain) }
  const route = { config: { access: 'anyone' }, schema: { hide: true } } as const
  app.get<{ Params: { '*': string } }>('/*', route, async (request, reply) => {
    const isNoPage = /^\/(api|health|metrics|pictures|assets)(?:[/?]|$)/.test(request.url)
    if (isNoPage || isFilePath(request.params['*']) || isLinkedPath(request.params['*'])) {
      reply.callNotFound()
      return reply
    }
    const path = request.url.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '')
    const document =
      built?.[card.paths.includes(path) ? 'card' : 'plain'] ??
      (await dev?.transformIndexHtml(request.url, withMetas(await read())))
    return reply.headers(headersOf(path)).type('text/html; charset=utf-8').send(document)
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
      preCompressed: true,
      index: false,
    })
    await registerInstalling(scope, directory)
  })
}

/** Lets anyone call the routes registered in this scope. */
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

// What makes the sellers' app installable: a manifest, icons and a service worker.

/** A part of the head of the app's document. Buyers' pages do not have it. */
const installingHead =
  '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">'

const manifest = {
  id: '/forms',
  name: 'Tillform',
  short_name: 'Tillform',
  description: 'Payment forms that sell: build a checkout page in minutes.',
  start_url: '/forms',
  scope: '/',
  display: 'standalone',
  background_color: '#faf9fc',
  theme_color: '#7F1CCF',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Sales', url: '/sales' },
    { name: 'Forms', url: '/forms' },
  ],
}

/** The app's icons, all made from one picture. Icons that the system crops fill their whole square. */
const icons = [
  { name: 'icon-192.png', size: 192, isCut: false },
  { name: 'icon-512.png', size: 512, isCut: false },
  { name: 'icon-maskable.png', size: 512, isCut: true },
  { name: 'apple-touch-icon.png', size: 180, isCut: true },
] as const

const day = 'public, max-age=86400'

/**
 * Registers the sellers' app. `scope` lets anyone call its routes, and `directory` is the folder of the built
 * front end.
 */
async function registerInstalling(scope: FastifyInstance, directory: string): Promise<void> {
  const [picture, worker] = await Promise.all([
    readFile(join(directory, 'favicon.svg'), 'utf8'),
    readFile(join(directory, 'sw.js'), 'utf8'),
  ])
  scope.get('/favicon.svg', async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', day).send(picture),
  )
  scope.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', day)
      .send(JSON.stringify(manifest)),
  )
  const etag = `"${createHash('sha256').update(worker).digest('base64url')}"`
  scope.get('/sw.js', async (request, reply) => {
    // Browsers must revalidate the service worker each time, because an old one would serve a version of the app that
    // no longer exists.
    void reply.headers({
      etag,
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('text/javascript; charset=utf-8').send(worker)
  })
  for (const { name, size, isCut } of icons) {
    let drawn: Promise<Buffer> | undefined
    scope.get(`/${name}`, async (_request, reply) => {
      drawn ??= draw(isCut ? picture.replace('rx="9"', '') : picture, size)
      return reply
        .type('image/png')
        .header('cache-control', day)
        .send(await drawn)
    })
  }
}

async function draw(picture: string, size: number): Promise<Buffer> {
  return encodePicture({
    from: Buffer.from(picture),
    density: (72 * size) / 32,
    width: size,
    height: size,
    format: { type: 'png', compressionLevel: 6 },
  })
}

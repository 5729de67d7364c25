import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { appPolicy, type CardSources } from './app-policy.ts'
import { escapeHtml } from '../contract/document.ts'
import { installingHead, registerInstalling } from '../installing.ts'
import { isFilePath, isLinkedPath } from './known-files.ts'
import { reportingHeaders } from '../contract/reporting.ts'

export type StaticOptions = {
  readonly root: string
  readonly built: string
  readonly isSecure: boolean
  readonly dev: ViteDevServer | undefined
  /** The pages that take a card, what the provider needs there, and the inline script that comes before its own. */
  readonly card: { readonly paths: readonly string[]; readonly sources: CardSources; readonly script: string }
  /** What the browser is told in the document itself, as `<meta>` by name. */
  readonly metas: Readonly<Record<string, string>>
}

/** Pages that are reached by a secret link: where they lead to learns nothing of it. */
const secretPaths = ['/reset-password', '/confirm-email', '/take-back']

/** The sellers' app: built files under names that carry their content's hash, and one document for all its pages. */
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

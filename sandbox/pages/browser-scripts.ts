import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type BrowserScript = {
  readonly code: string
  readonly etag: string
}

/** The path of each browser script on the sandbox's origin, and its source file. */
const entries = {
  '/js/stripe.js': 'stripe.ts',
  '/js/card-frame.js': 'card/card-frame.ts',
  '/js/payment-frame.js': 'frames/payment-frame.ts',
  '/js/express-frame.js': 'frames/express-frame.ts',
  '/js/wallet-frame.js': 'frames/wallet-frame.ts',
  '/js/authentication-frame.js': 'frames/authentication-frame.ts',
  '/js/control-page.js': 'control-page.ts',
} as const

/**
 * Serves the browser scripts. Each is bundled on its first request in a tenth of a second, so no build step
 * is needed and the sandbox starts immediately.
 */
export function registerBrowserScripts(server: FastifyInstance): void {
  for (const [path, file] of Object.entries(entries)) {
    let script: Promise<BrowserScript> | undefined
    server.get(path, async (request, reply) => {
      script ??= bundle(file)
      return send(request, reply, await script)
    })
  }
}

async function bundle(file: string): Promise<BrowserScript> {
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  const output = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../browser', import.meta.url)),
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`../browser/${file}`, import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  // A build sets NODE_ENV in its process, which can also be the process of the application.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  const bundles = Array.isArray(output) ? output : [output]
  const chunk = bundles
    .flatMap((each) => ('output' in each ? each.output : []))
    .find((each) => each.type === 'chunk')
  if (chunk === undefined) throw new Error(`Bundling ${file} gave no script`)
  const etag = `"${createHash('sha256').update(chunk.code).digest('base64url')}"`
  return { code: chunk.code, etag }
}

function send(request: FastifyRequest, reply: FastifyReply, script: BrowserScript): FastifyReply {
  reply
    .header('etag', script.etag)
    .header('cache-control', 'no-cache')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === script.etag) return reply.code(304).send()
  return reply.type('text/javascript; charset=utf-8').send(script.code)
}

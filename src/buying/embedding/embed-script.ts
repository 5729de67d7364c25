import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'

/**
 * `GET /embed.js`: the script that sellers' own pages load to show a payment page inside them. Browsers cache
 * it for an hour. A page cached with an older script keeps working (see `page-message.ts`).
 */
export async function registerEmbedScript(
  app: FastifyInstance,
  {
    root,
    built: folder,
    dev,
  }: { readonly root: string; readonly built: string; readonly dev: ViteDevServer | undefined },
): Promise<void> {
  const built = dev === undefined ? await readFile(join(root, folder, 'client/embed.js'), 'utf8') : null
  app.get('/embed.js', { config: { access: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
    const code = built ?? (await bundleScript(root))
    const etag = `"${createHash('sha256').update(code).digest('base64url')}"`
    void reply.headers({
      etag,
      'cache-control': `public, max-age=${built === null ? 0 : 3600}, stale-while-revalidate=86400`,
      // Lets pages load the script even if they isolate themselves or check its hash.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('text/javascript; charset=utf-8').send(code)
  })
}

async function bundleScript(root: string): Promise<string> {
  const { build } = await import('vite')
  const output = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/buying/embedding/ui/embed.ts'), output: { format: 'iife' } },
    },
  })
  const bundles = Array.isArray(output) ? output : [output]
  const chunks = bundles.flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('')
}

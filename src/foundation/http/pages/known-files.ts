import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#foundation/time/clock.ts'

export type KnownFilesOptions = {
  readonly publicUrl: string
  readonly dataDir: string
  readonly clock: Clock
}

/** The file that proves to Apple that a host can show Apple Pay. It is the provider's and expires: operators supply it. */
export const appleFile = 'apple-developer-merchantid-domain-association'

/** How long security.txt is valid once read; the standard requires less than a year. In milliseconds. */
const goodFor = 180 * 24 * 60 * 60 * 1000

/** Files that programs look for under fixed names. Missing ones are not found: see `isFilePath`. */
export function registerKnownFiles(
  app: FastifyInstance,
  { publicUrl, dataDir, clock }: KnownFilesOptions,
): void {
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  const type = 'text/plain; charset=utf-8'
  // Robots can visit every page: an unlisted one says so itself, which excluded robots would never read.
  const robots = 'User-agent: *\nDisallow: /api/\n'
  app.get('/robots.txt', options, async (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=86400').send(robots),
  )
  app.get(`/.well-known/${appleFile}`, options, async (_request, reply) => {
    const text = await readFile(join(dataDir, appleFile)).catch(() => null)
    return text === null
      ? reply.callNotFound()
      : reply.type(type).header('cache-control', 'public, max-age=300').send(text)
  })
  app.get('/.well-known/security.txt', options, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + goodFor).toISOString()
    const lines = [
      `Contact: ${publicUrl}/contact-us`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}

const fileNames =
  /\.(?:avif|css|csv|env|gif|gz|html?|ico|jpe?g|js|json|map|mjs|pdf|php|png|sql|svg|toml|ttf|txt|webmanifest|webp|woff2?|xml|ya?ml|zip)$/i

/** Whether a decoded path is a file's rather than a page's: no page of ours ends like one. */
export function isFilePath(path: string): boolean {
  return /^\/?\.well-known(?:\/|$)/i.test(path) || fileNames.test(path)
}

/**
 * Whether a path is a server-rendered page's, or no page's: visitors with a link to one, such as buyers, see nothing of
 * the sellers' app.
 */
export function isLinkedPath(path: string): boolean {
  return /^\/?(?:cancel-contract|help|my|notices|payment|preview|purchases|s|withdraw)(?:\/|$)/i.test(path)
}

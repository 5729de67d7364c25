import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#foundation/time/clock.ts'

export type KnownFilesOptions = {
  readonly publicUrl: string
  readonly dataDir: string
  readonly clock: Clock
}

/**
 * The file that proves to Apple that a host can show Apple Pay. Operators supply it, because it comes from the provider
 * and expires.
 */
export const appleFile = 'apple-developer-merchantid-domain-association'

/** How long security.txt is valid after it was read, in milliseconds. The standard requires less than a year. */
const goodFor = 180 * 24 * 60 * 60 * 1000

/** Files that programs look for under fixed names. Missing ones get a 404: see `isFilePath`. */
export function registerKnownFiles(
  app: FastifyInstance,
  { publicUrl, dataDir, clock }: KnownFilesOptions,
): void {
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  const type = 'text/plain; charset=utf-8'
  // Robots may visit every page. A page that must not be listed says so in its response, which excluded robots would
  // never read.
  const robots = 'User-agent: *\nDisallow: /api/\n'
  app.get('/robots.txt', options, async (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=86400').send(robots),
  )
  const forAssistants = [
    '# Tillform',
    '',
    '> Payment forms for sellers: checkout pages, order bumps, one-time offers, subscriptions, taxes and timers.',
    '',
    '- [Help for sellers](/help): how to sell with it',
    '- [API reference](/api/docs): all routes, their fields, and the right an API key needs',
    '- [API description](/api/openapi.json): the same for programs, as OpenAPI 3.1',
    '- `POST /mcp`: the Model Context Protocol for assistants with an API key, which can read data and draft forms',
    '',
  ].join('\n')
  app.get('/llms.txt', options, async (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=86400').send(forAssistants),
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

/** Whether a decoded path belongs to a file and not to a page. None of our pages has a path that ends like a file's. */
export function isFilePath(path: string): boolean {
  return /^\/?\.well-known(?:\/|$)/i.test(path) || fileNames.test(path)
}

/**
 * Whether a path belongs to a server-rendered page or to no page, so that visitors with such a link, such as buyers,
 * never see the sellers' app.
 */
export function isLinkedPath(path: string): boolean {
  return /^\/?(?:cancel-contract|help|mcp|my|notices|payment|preview|purchases|s|withdraw)(?:\/|$)/i.test(
    path,
  )
}

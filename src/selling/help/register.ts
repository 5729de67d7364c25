import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readdir } from 'node:fs/promises'
import { closingDirectives, reportingHeaders } from '#foundation/http/contract/reporting.ts'
import type { Registry } from '#registry/registry.ts'
import { helpFolder, readTopics, searchTopics } from './read-topics.ts'
import { type HelpPage, writeHelpPage } from './write-page.ts'

const query = z.object({ q: z.string().trim().max(100).catch('') })
const route = { config: { access: 'anyone' }, schema: { hide: true } } as const

/** The help for sellers, which is public, read from disk on the first visit and cached. */
export function registerHelp({ server }: Pick<Registry, 'server'>, root: string): void {
  let reading: ReturnType<typeof readTopics> | undefined
  const topics = () => (reading ??= readTopics(root))
  let looking: ReturnType<typeof listPictures> | undefined

  const send = async (reply: FastifyReply, page: HelpPage): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64')
    const document = writeHelpPage(await topics(), page, nonce)
    return reply
      .status(page.kind === 'none' ? 404 : 200)
      .headers(headersWith(nonce))
      .send(document)
  }

  server.get('/help', route, async (request, reply) => {
    const { q } = query.parse(request.query)
    if (q === '') return send(reply, { kind: 'start' })
    return send(reply, { kind: 'found', query: q, found: searchTopics(await topics(), q) })
  })
  server.get<{ Params: { slug: string } }>('/help/:slug', route, async ({ params }, reply) => {
    const topic = (await topics()).find(({ slug }) => slug === params.slug)
    return send(reply, topic === undefined ? { kind: 'none' } : { kind: 'topic', topic })
  })
  server.get<{ Params: { name: string } }>('/help/pictures/:name', route, async ({ params }, reply) => {
    const pictures = await (looking ??= listPictures(root))
    if (!pictures.has(params.name)) return send(reply, { kind: 'none' })
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=86400')
      .send(createReadStream(join(root, helpFolder, 'pictures', params.name)))
  })
}

/** Allows nothing but its own style sheet and pictures. */
function headersWith(nonce: string) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...closingDirectives('none'),
    ].join('; '),
    ...reportingHeaders,
    'cache-control': 'no-cache',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  }
}

/** The names of the help's pictures. No other file is ever read from disk. */
async function listPictures(root: string): Promise<ReadonlySet<string>> {
  return new Set((await readdir(join(root, helpFolder, 'pictures'))).filter((name) => name.endsWith('.webp')))
}

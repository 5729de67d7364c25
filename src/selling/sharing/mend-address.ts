import type { FastifyInstance } from 'fastify'
import { mendPath } from './mend-path.ts'
import { encodedQuery, mendQuery, plainAmpersands } from './mend-query.ts'
import { decodedSigns } from '#foundation/typed/plain-signs.ts'

/** Files, the API and what only machines ask for are meant as they are asked for. */
const isForMachines =
  /^\/(?:@|(?:api|assets|pictures|files|health|metrics|dev|embed|src|node_modules|public|\.well-known)(?:[/.?]|$))/i

/** Where the query begins, also with its sign written in percent signs, once or again. */
const begin = /[?&]|%(?:25)*(?:3f|26)/i

/**
 * The address of a page without what it got on its way: marks and words around an id or a code, doubled slashes, breaks of
 * lines, a query in percent signs or behind an `&`, capitals from a QR code. Null where it has none of that. What is mended
 * is an address of ours: it begins with one slash and a letter.
 */
export function mendAddress(url: string): string | null {
  if (isForMachines.test(url) || !url.startsWith('/')) return null
  const sign = begin.exec(url)
  const path = sign === null ? url : url.slice(0, sign.index)
  const behind = sign === null ? '' : url.slice(sign.index + sign[0].length)
  const query =
    sign === null || sign[0].length === 1 || behind.includes('=')
      ? behind
      : encodedQuery(decodedSigns(behind, (sign[0].length - 1) / 2))
  const mended = mendPath(path)
  if (mended === null) return null
  const parts = mendQuery(plainAmpersands(query), mended)
  const address = mended + (parts === '' ? '' : `?${parts}`)
  return address === url || address === url.replace(/\?$/, '') ? null : address
}

/** Leads a browser from a lengthened address to the one that was meant. */
export function leadToMended(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, url }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') return
    const mended = mendAddress(url)
    if (mended !== null) await reply.header('cache-control', 'no-store').redirect(mended, 302)
  })
}

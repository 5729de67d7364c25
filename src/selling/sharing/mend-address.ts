import type { FastifyInstance } from 'fastify'

/** What chats, sentences and mail programs add to the end of an address, plain or percent-encoded. */
const added =
  /(?:[\s.,;:!?)\]}>"'*`_|\u2026\u00bb\u201c-\u201e\u2018-\u201a\u00ad\u200b-\u200f\u2060\ufeff]|%(?:20|09|0a|0d|22|27|29|2a|2c|2e|3a|3b|3e|5d|60|7d|c2%a0|c2%bb|e2%80%(?:8b|8c|8d|8e|8f|98|99|9a|9c|9d|9e|a6)|e2%81%a0|ef%bb%bf))+$/i
/** The same at the end of a key, which may itself end in an underscore. */
const afterKey = new RegExp(added.source.replace('`_|', '`|'), 'i')
const keys = /(?:^|&)(?:key|token|signature)=[^&]*$/

/** Files, the API and what only machines ask for are meant as they are asked for. */
const isForMachines = /^\/(?:api|assets|pictures|files|health|metrics|dev|embed)(?:[/.?]|$)/i

/**
 * The address of a page without what it got on its way: a mark behind it, an `&` where its query begins, capitals from a
 * QR code. Null where it has none of that. Addresses of ours never end in such a mark.
 */
export function mendAddress(url: string): string | null {
  if (isForMachines.test(url)) return null
  const begin = url.indexOf('?')
  const [path, query] = begin === -1 ? [url, ''] : [url.slice(0, begin), url.slice(begin + 1)]
  const [own = '', ...behind] = path.split('&')
  const parts = [...behind, ...(query === '' ? [] : [query])].join('&')
  const mended =
    mendPath(own) + (parts === '' ? '' : `?${keys.test(parts) ? parts.replace(afterKey, '') : parts}`)
  return mended === url || mended === url.replace(/\?$/, '') ? null : mended
}

function mendPath(path: string): string {
  const plain = path.replace(added, '')
  if (plain === '' || plain === '/') return path
  const [, first = ''] = plain.split('/')
  return /[A-Z]/.test(first) ? plain.toLowerCase() : plain
}

/** Leads a browser from a lengthened address to the one that was meant. */
export function leadToMended(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, url }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') return
    const mended = mendAddress(url)
    if (mended !== null) await reply.header('cache-control', 'no-store').redirect(mended, 302)
  })
}

import type { FastifyReply } from 'fastify'

/** Adds a page's language to its links and forms, and to where it redirects, wherever they lead to `paths`. */
export function keepLanguage(
  reply: FastifyReply,
  payload: unknown,
  paths: RegExp,
  language: string,
): unknown {
  const withLanguage = (path: string, and: string) => {
    if (!paths.test(path) || /[?&;]lang=/.test(path)) return path
    const [, before = '', fragment = ''] = /^([^#]*)(.*)$/.exec(path) ?? []
    return `${before}${before.includes('?') ? and : '?'}lang=${language}${fragment}`
  }
  const location = reply.getHeader('location')
  if (typeof location === 'string') reply.header('location', withLanguage(location, '&'))
  if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html'))
    return payload
  return payload.replaceAll(
    /(<(?:a|form)\s[^>]*?\b(?:href|action)=")(\/[^"]*)/g,
    (_tag, start: string, path: string) => start + withLanguage(path, '&amp;'),
  )
}

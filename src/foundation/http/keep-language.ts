import type { FastifyReply } from 'fastify'
import { withLanguage } from '../language/with-language.ts'

/** Adds a page's language to its links, forms and redirects if they lead to `paths`. */
export function keepLanguage(
  reply: FastifyReply,
  payload: unknown,
  paths: RegExp,
  language: string,
): unknown {
  const kept = (path: string, and?: string) => (paths.test(path) ? withLanguage(path, language, and) : path)
  const location = reply.getHeader('location')
  if (typeof location === 'string') reply.header('location', kept(location))
  if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html'))
    return payload
  return payload.replaceAll(
    /(<(?:a|form)\s[^>]*?\b(?:href|action)=")(\/[^"]*)/g,
    (_tag, start: string, path: string) => start + kept(path, '&amp;'),
  )
}

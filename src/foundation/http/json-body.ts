import type { FastifyInstance } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { UnreadableBody, UnsupportedEncoding } from './errors.ts'

/** How deep objects and lists may stand in each other; our deepest body needs five. */
const maximumDepth = 32

/** Takes bodies as plain JSON in UTF-8 and in no other way; a scope may add parsers of its own. */
export function takeJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : isUtf8(body) ? body.toString('utf8') : undefined
    if (text === undefined || isTooDeep(text)) {
      done(new UnreadableBody())
      return
    }
    void parse(request, text, done)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    done(encoding === 'identity' ? undefined : new UnsupportedEncoding())
  })
}

/** Counts brackets outside of strings, before anything is built from the text. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (depth > maximumDepth) return true
  }
  return false
}

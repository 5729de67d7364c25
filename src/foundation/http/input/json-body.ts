import type { FastifyInstance } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { UnreadableBody, UnsupportedEncoding } from '../../failures/failure.ts'

/** The maximum nesting of objects and lists. Our own bodies need no more than five levels. */
const maximumDepth = 32

/** Accepts bodies only as uncompressed JSON in UTF-8. A scope can add its own parsers. */
export function takeJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
    if (!isUtf8(bytes) || isTooDeep(bytes)) {
      done(new UnreadableBody())
      return
    }
    void parse(request, bytes.toString('utf8'), done)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    done(encoding === 'identity' ? undefined : new UnsupportedEncoding())
  })
}

const [quote, backslash] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const opening = new Set(['{'.charCodeAt(0), '['.charCodeAt(0)])
const closing = new Set(['}'.charCodeAt(0), ']'.charCodeAt(0)])

/**
 * Counts brackets outside of strings before parsing, in a single pass. A regular expression would search for the end of
 * each unterminated string again.
 */
function isTooDeep(body: Buffer): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === quote) isInString = !isInString
    else if (isInString) at += byte === backslash ? 1 : 0
    else if (opening.has(byte)) depth += 1
    else if (closing.has(byte)) depth -= 1
    if (depth > maximumDepth) return true
  }
  return false
}

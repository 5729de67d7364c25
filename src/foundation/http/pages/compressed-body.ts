import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { latest } from '#foundation/values/latest.ts'

/** The encodings of a body, best first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number] | 'identity'

/** Text or a file sent to many readers. It is written and compressed only once. */
export type CompressedBody = { readonly in: (encoding: Encoding) => Promise<Buffer> }

const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const asGzip = promisify<Buffer, Buffer>(gzip)

export function compressOnce(content: string | Buffer): CompressedBody {
  const plain = typeof content === 'string' ? Buffer.from(content) : content
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]])
  return {
    in(encoding) {
      const body = made.get(encoding) ?? (encoding === 'br' ? asBrotli(plain, { params }) : asGzip(plain))
      made.set(encoding, body)
      return body
    },
  }
}

/** Browsers send only a few short values of this header, so responses to longer values are not cached. */
const ways = new Map<string, Encoding>()
const longestWay = 200

/** The best encoding a request's `accept-encoding` allows. (RFC 9110, 12.5.3) */
export function encodingOf(accepted = ''): Encoding {
  return accepted.length > longestWay ? readEncoding(accepted) : latest(ways, accepted, readEncoding)
}

function readEncoding(accepted: string): Encoding {
  const refusals = new Map<string, boolean>()
  for (const way of accepted.split(',')) {
    const [name = '', ...parameters] = way.split(';').map((part) => part.trim().toLowerCase())
    refusals.set(
      name,
      parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)),
    )
  }
  const isTaken = (encoding: string) => (refusals.get(encoding) ?? refusals.get('*')) === false
  return encodings.find(isTaken) ?? 'identity'
}

import type { Readable } from 'node:stream'
import { ConfigurationError } from '#foundation/config/config.ts'
import { BucketRefusal, openBucket, type Bucket } from './s3-bucket.ts'
import { abortParts, beginParts, completeParts, s3Parts, sendParts, sizeIn } from './s3-parts.ts'
import { readTag, readTags } from './s3-xml.ts'
import type { FileStorage, HandedOut, StoredFile, StoredPart } from './storage.ts'

/** How long a signed link works, in seconds. This only has to last until the download has started. */
const linkLifetime = 120

/** The size of a part in bytes. S3 accepts a smaller part only as the last one. */
const partSize = 5 * 1024 * 1024

/** How many parts are sent, and therefore kept in memory, at a time. */
const atOnce = 4

/** A storage that also lists the paths of everything in it. */
export type ListedStorage = FileStorage & { readonly list: () => Promise<string[]> }

/**
 * A file storage in a bucket of S3, or of anything that speaks its API. `address` is
 * `s3://bucket/prefix?region=eu-central-1&endpoint=https://…`; everything except the bucket is optional. With
 * `links=off` the product serves large files itself, as it does automatically for an endpoint without TLS. The keys
 * are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or those of the machine's role. Throws ConfigurationError, which
 * names the `setting` of the address, when the bucket cannot be reached with them.
 */
export async function openS3Storage(address: string, setting = 'STORAGE_URL'): Promise<ListedStorage> {
  const { bucket, name, prefix, hasLinks } = connect(address)
  const keyOf = (path: string) => `${prefix}${path}`
  try {
    await bucket.send({ method: 'HEAD' })
  } catch (error) {
    throw new ConfigurationError(`${setting}: the bucket "${name}" cannot be used (${reasonOf(error)})`)
  }
  return {
    put: (path, content) => putContent(bucket, keyOf(path), content),
    async read(path, range): Promise<StoredFile | undefined> {
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
      try {
        const stream = await bucket.open({ key: keyOf(path), headers })
        return { stream, size: sizeIn(stream) }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async sizeOf(path) {
      try {
        const answer = await bucket.open({ method: 'HEAD', key: keyOf(path) })
        return sizeIn(answer.resume())
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    parts: s3Parts(bucket, keyOf),
    room: async () => undefined,
    ...(hasLinks && {
      linkTo: (path: string, { type, disposition }: HandedOut) =>
        bucket.sign(
          keyOf(path),
          {
            'response-content-type': type,
            'response-content-disposition': disposition,
            'response-cache-control': 'no-store',
          },
          linkLifetime,
        ),
    }),
    async delete(path) {
      await bucket.send({ method: 'DELETE', key: keyOf(path) })
    },
    async list() {
      const keys: string[] = []
      for (let next: string | undefined = ''; next !== undefined;) {
        const { text } = await bucket.send({
          query: { 'list-type': '2', prefix, ...(next !== '' && { 'continuation-token': next }) },
        })
        keys.push(...readTags(text, 'Key'))
        next = readTag(text, 'NextContinuationToken')
      }
      return keys.map((key) => key.slice(prefix.length))
    },
  }
}

function connect(address: string) {
  const { hostname: name, pathname, searchParams } = new URL(address)
  const endpoint = searchParams.get('endpoint')
  const folder = pathname.replaceAll(/^\/+|\/+$/g, '')
  // A server without TLS is an internal one, which no buyer can reach.
  const isOutside = endpoint === null || endpoint.startsWith('https:')
  return {
    bucket: openBucket({ name, endpoint, region: searchParams.get('region') ?? 'us-east-1' }),
    name,
    prefix: folder === '' ? '' : `${folder}/`,
    hasLinks: (searchParams.get('links') ?? (isOutside ? 'on' : 'off')) === 'on',
  }
}

/** Stores content in one piece or, if it is larger, in parts, which appear under the key when they are complete. */
async function putContent(bucket: Bucket, key: string, content: Readable | Buffer): Promise<void> {
  let upload: string | undefined
  try {
    let sent: readonly StoredPart[] = []
    let held: readonly Buffer[] = []
    for await (const part of inParts(content)) {
      if (upload === undefined && part.length < partSize) {
        await bucket.send({ method: 'PUT', key, body: part })
        return
      }
      upload ??= await beginParts(bucket, key)
      const isLast = part.length < partSize
      held = part.length === 0 ? held : [...held, part]
      if (held.length < atOnce && !isLast) continue
      sent = [...sent, ...(await sendParts(bucket, { key, id: upload }, held, sent.length + 1))]
      held = []
    }
    if (upload !== undefined) await completeParts(bucket, { key, id: upload }, sent)
  } catch (error) {
    // If this fails too, a rule of the bucket removes the unfinished upload.
    if (upload !== undefined) await abortParts(bucket, { key, id: upload }).catch(() => undefined)
    throw error
  }
}

/** Splits content into parts of exactly this size. The last one is smaller and may be empty. */
async function* inParts(content: Readable | Buffer): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<unknown> | Iterable<unknown> = Buffer.isBuffer(content) ? [content] : content
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The content does not consist of bytes')
    held.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    let rest = Buffer.concat(held)
    for (; rest.length >= partSize; rest = rest.subarray(partSize)) yield rest.subarray(0, partSize)
    held = [rest]
    size = rest.length
  }
  yield Buffer.concat(held)
}

function isMissing(error: unknown): boolean {
  return error instanceof BucketRefusal && ['NoSuchKey', 'NotFound'].includes(error.code)
}

function reasonOf(error: unknown): string {
  if (error instanceof BucketRefusal) return error.code
  return error instanceof Error ? error.message || error.name : String(error)
}

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { BucketRefusal, type Bucket } from './s3-bucket.ts'
import { readTag } from './s3-xml.ts'
import { PartsLost, type PartStorage, type StoredPart } from './storage.ts'

/** A multipart upload with the bucket's own id for it. */
type Upload = { readonly key: string; readonly id: string }

/** How many parts are in memory at a time. Each one is kept whole, for retries. */
const atOnce = 2

/**
 * Stores the parts of a multipart upload. Each part is received completely before it is passed on, because a bucket
 * does not wait for a slow client, and only a few are passed on at a time.
 */
export function s3Parts(bucket: Bucket, keyOf: (path: string) => string): PartStorage {
  const inTurn = pLimit(atOnce)
  const uploadOf = ({ path, storageId }: { readonly path: string; readonly storageId: string }) => ({
    key: keyOf(path),
    id: storageId,
  })
  return {
    begin: ({ path, type }) => beginParts(bucket, keyOf(path), { 'content-type': type }),
    async put(whole, { number }, content) {
      const file = join(tmpdir(), `tillform-part-${randomUUID()}`)
      try {
        await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
        return await inTurn(async () => {
          const [part] = await sendParts(bucket, uploadOf(whole), [await readFile(file)], number)
          return part?.tag ?? ''
        })
      } catch (error) {
        throw isGone(error) ? new PartsLost() : error
      } finally {
        await rm(file, { force: true })
      }
    },
    async finish(whole, parts) {
      const isThere = async () => {
        const call = { method: 'HEAD', key: keyOf(whole.path) } as const
        const found = await bucket.open(call).catch(() => undefined)
        return found !== undefined && sizeIn(found.resume()) === whole.size
      }
      // The upload may have been finished earlier by a call whose response was lost, or just now by another call.
      if (await isThere()) return
      try {
        await completeParts(bucket, uploadOf(whole), parts)
      } catch (error) {
        // The upload may have been created by a call whose response was lost.
        if (await isThere()) return
        throw isGone(error) ? new PartsLost() : error
      }
    },
    async giveUp(whole) {
      try {
        await abortParts(bucket, uploadOf(whole))
      } catch (error) {
        // If this fails, a rule of the bucket removes the unfinished upload.
        if (!isGone(error) && !isUnknownHere(error)) throw error
      }
    },
  }
}

export async function beginParts(bucket: Bucket, key: string, headers = {}): Promise<string> {
  const { text } = await bucket.send({ method: 'POST', key, query: { uploads: '' }, headers })
  const id = readTag(text, 'UploadId')
  if (id === undefined) throw new Error('The storage did not start the upload')
  return id
}

/** Sends several parts at the same time, the first with this number. */
export function sendParts(
  bucket: Bucket,
  { key, id }: Upload,
  parts: readonly Buffer[],
  first: number,
): Promise<StoredPart[]> {
  return Promise.all(
    parts.map(async (body, at) => {
      const number = first + at
      const query = { partNumber: `${number}`, uploadId: id }
      const { tag } = await bucket.send({ method: 'PUT', key, query, body })
      return { number, tag }
    }),
  )
}

export async function completeParts(
  bucket: Bucket,
  { key, id }: Upload,
  parts: readonly StoredPart[],
): Promise<void> {
  const list = parts.map(
    ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`,
  )
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`,
  )
  const headers = { 'content-type': 'application/xml' }
  await bucket.send({ method: 'POST', key, query: { uploadId: id }, headers, body })
}

export async function abortParts(bucket: Bucket, { key, id }: Upload): Promise<void> {
  await bucket.send({ method: 'DELETE', key, query: { uploadId: id } })
}

/** The size of a response in bytes. */
export function sizeIn(answer: IncomingMessage): number {
  const size = Number(answer.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(size)) throw new Error('The storage did not say how many bytes it is sending')
  return size
}

function isUnknownHere(error: unknown): boolean {
  return error instanceof BucketRefusal && ['MethodNotAllowed', 'NotImplemented'].includes(error.code)
}

function isGone(error: unknown): boolean {
  return error instanceof BucketRefusal && error.code === 'NoSuchUpload'
}

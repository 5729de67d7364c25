import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  NoSuchUpload,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { PartsLost, type PartStorage } from './storage.ts'

type Bucket = {
  readonly client: S3Client
  readonly keyOf: (path: string) => { readonly Bucket: string; readonly Key: string }
}

/** How many parts are in memory at a time: the SDK wants a part whole, to try it again. */
const atOnce = 2

/**
 * Parts of a multipart upload. One is received whole before it is passed on, since a bucket does not wait for a slow client,
 * and only a few are passed on at a time.
 */
export function s3Parts({ client, keyOf }: Bucket): PartStorage {
  const inTurn = pLimit(atOnce)
  const target = ({ path, storageId }: { readonly path: string; readonly storageId: string }) => ({
    ...keyOf(path),
    UploadId: storageId,
  })
  return {
    async begin({ path, type }) {
      const created = await client.send(
        new CreateMultipartUploadCommand({ ...keyOf(path), ContentType: type }),
      )
      if (created.UploadId === undefined) throw new Error('The storage began no upload')
      return created.UploadId
    },
    async put(whole, { number }, content) {
      const file = join(tmpdir(), `tillform-part-${randomUUID()}`)
      try {
        await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
        return await inTurn(async () => {
          const part = { ...target(whole), PartNumber: number, Body: await readFile(file) }
          const { ETag = '' } = await client.send(new UploadPartCommand(part))
          return ETag
        })
      } catch (error) {
        throw isGone(error) ? new PartsLost() : error
      } finally {
        await rm(file, { force: true })
      }
    },
    async finish(whole, parts) {
      const isThere = async () => {
        const found = await client.send(new HeadObjectCommand(keyOf(whole.path))).catch(() => undefined)
        return found?.ContentLength === whole.size
      }
      // It may have been finished before, and nobody told; or meanwhile, by another call.
      if (await isThere()) return
      const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }))
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ ...target(whole), MultipartUpload: { Parts } }),
        )
      } catch (error) {
        // It may have been made, and the answer lost.
        if (await isThere()) return
        throw isGone(error) ? new PartsLost() : error
      }
    },
    async giveUp(whole) {
      try {
        await client.send(new AbortMultipartUploadCommand(target(whole)))
      } catch (error) {
        // Where that cannot be said, a rule of the bucket removes what was never finished.
        if (!isGone(error) && !isUnknownHere(error)) throw error
      }
    },
  }
}

function isUnknownHere(error: unknown): boolean {
  return error instanceof Error && ['MethodNotAllowed', 'NotImplemented'].includes(error.name)
}

function isGone(error: unknown): boolean {
  return error instanceof NoSuchUpload || (error instanceof Error && error.name === 'NoSuchUpload')
}

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Readable } from 'node:stream'
import { ConfigurationError } from '#foundation/config/config.ts'
import { s3Parts } from './s3-parts.ts'
import type { FileStorage, HandedOut, StoredFile } from './storage.ts'

/** How long a signed link works, in seconds: until the download has begun. */
const linkLifetime = 120

/** One that also tells the paths of everything in it. */
export type ListedStorage = FileStorage & { readonly list: () => Promise<string[]> }

/**
 * A file storage in a bucket of S3, or of anything that speaks its API. `address` is
 * `s3://bucket/prefix?region=eu-central-1&endpoint=https://…`; all but the bucket can be left out. `links=off` has the
 * product hand out large files itself, as it does by itself where the endpoint has no TLS. The keys come from where the SDK
 * looks for them: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role. Throws ConfigurationError, which names the `setting` of the address, when the bucket cannot be reached with them.
 */
export async function openS3Storage(address: string, setting = 'STORAGE_URL'): Promise<ListedStorage> {
  const { client, bucket, prefix, hasLinks } = connect(address)
  const keyOf = (path: string) => ({ Bucket: bucket, Key: `${prefix}${path}` })
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    const reason = error instanceof Error ? error.name : String(error)
    throw new ConfigurationError(`${setting}: the bucket "${bucket}" cannot be used (${reason})`)
  }
  return {
    async put(path, content) {
      // In parts of at least 5 MB, which appear under their name when they are complete.
      await new Upload({ client, params: { ...keyOf(path), Body: content } }).done()
    },
    async read(path, range): Promise<StoredFile | undefined> {
      const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
      try {
        const { Body: stream, ContentLength: size } = await client.send(
          new GetObjectCommand({ ...keyOf(path), ...part }),
        )
        if (!(stream instanceof Readable) || size === undefined)
          throw new Error('The storage sent no content')
        return { stream, size }
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async sizeOf(path) {
      try {
        return (await client.send(new HeadObjectCommand(keyOf(path)))).ContentLength
      } catch (error) {
        if (error instanceof NotFound) return undefined
        throw error
      }
    },
    parts: s3Parts({ client, keyOf }),
    room: async () => undefined,
    ...(hasLinks && {
      linkTo: (path: string, { type, disposition }: HandedOut) =>
        getSignedUrl(
          client,
          new GetObjectCommand({
            ...keyOf(path),
            ResponseContentType: type,
            ResponseContentDisposition: disposition,
            ResponseCacheControl: 'no-store',
          }),
          { expiresIn: linkLifetime },
        ),
    }),
    async delete(path) {
      await client.send(new DeleteObjectCommand(keyOf(path)))
    },
    async list() {
      const keys: string[] = []
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
      }
      return keys.map((key) => key.slice(prefix.length))
    },
  }
}

function connect(address: string) {
  const { hostname: bucket, pathname, searchParams } = new URL(address)
  const endpoint = searchParams.get('endpoint')
  const folder = pathname.replaceAll(/^\/+|\/+$/g, '')
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // A server of one's own has no host name for each bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 20_000 },
    maxAttempts: 3,
  })
  // A server that is reached without TLS is one within the house, which no buyer reaches.
  const isOutside = endpoint === null || endpoint.startsWith('https:')
  return {
    client,
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    hasLinks: (searchParams.get('links') ?? (isOutside ? 'on' : 'off')) === 'on',
  }
}

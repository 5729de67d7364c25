import type { FastifyReply, FastifyRequest } from 'fastify'
import { found, NotFound } from '#foundation/failures/failure.ts'
import { whenOver } from '#foundation/http/when-over.ts'
import { extensionOf } from './judge/file-endings.ts'
import { maximumUpload } from './contract.ts'
import type { UploadServices } from './multipart/store-upload.ts'
import { type StoredFile, readRange } from './storage/storage.ts'
import { findUpload, type UploadRow } from './store.ts'
import { addressOf } from './storage/stored-files.ts'
import { savedName } from './judge/file-names.ts'

/** Records that the file is opened. Not called for requests that only ask whether a file exists. */
export type Opening = {
  /** Runs once the file is available. If it fails, nothing of the file is sent. */
  readonly begin: () => Promise<void>
  /** Called when part of the file has been sent. `isFurther` means that the part continues where another one ended. */
  readonly gone: (isFurther: boolean) => void
}

type Sending = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Whether the file is to be saved, or played in the requesting page. */
  readonly isPlayed?: boolean
  readonly opening?: Opening
}

/**
 * Sends a seller's file, or the requested part of it. Another seller's file is not found. `url` is that of the file
 * attachment. Buyers download their purchases through this as well, with the seller of the purchase. If the storage
 * can create links, a large download comes from the storage itself.
 */
export async function sendFile(
  { db, storage }: Pick<UploadServices, 'db' | 'storage'>,
  sellerId: string,
  url: string,
  sending: Sending,
): Promise<FastifyReply> {
  const by = addressOf(url)
  const upload = found(by === undefined ? undefined : await findUpload(db, sellerId, by))
  const { size } = upload
  const { request, reply, isPlayed = false } = sending
  const opening = request.method === 'GET' ? sending.opening : undefined
  if (storage.linkTo !== undefined && !isPlayed && size > maximumUpload && request.method === 'GET') {
    // We cannot see whether the link is used, so the file's existence is checked first.
    if ((await storage.sizeOf(upload.path)) === undefined) throw new NotFound()
    const disposition = asAttachment(upload)
    const link = await storage.linkTo(upload.path, { type: upload.type, disposition })
    await opening?.begin()
    reply.raw.once('finish', () => opening?.gone(false))
    return reply.header('cache-control', 'no-store').redirect(link, 302)
  }
  const range = readRange(wantedRange(request, upload), size)
  describeFile(reply, upload, isPlayed)
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${size}`).type('text/plain').send('')
  }
  const file = found(await storage.read(upload.path, range))
  try {
    await opening?.begin()
  } catch (error) {
    file.stream.destroy()
    throw error
  }
  if (opening !== undefined) reportWhenGone(sending, file, opening, range !== undefined && range.start > 0)
  if (range !== undefined) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  }
  return reply.header('content-length', file.size).send(file.stream)
}

function describeFile(reply: FastifyReply, upload: UploadRow, isPlayed: boolean): void {
  reply
    .headers(fileHeaders)
    .header('content-type', upload.type)
    .header('etag', versionOf(upload))
    .header('content-disposition', isPlayed ? 'inline' : asAttachment(upload))
}

/** Each version of a file has its own URL. */
function versionOf({ path }: UploadRow): string {
  return `"${
    path
      .split('/')
      .at(-1)
      ?.replace(`.${extensionOf(path)}`, '') ?? ''
  }"`
}

/** A download resumes only if the version is the same. Otherwise the whole file is sent. */
function wantedRange({ headers }: FastifyRequest, upload: UploadRow): string | undefined {
  const version = headers['if-range']
  return version === undefined || version === versionOf(upload) ? headers.range : undefined
}

/** A player aborts a download once it has enough, so even the beginning of a part counts as sent. */
function reportWhenGone(
  { request, reply }: Sending,
  { stream }: StoredFile,
  opening: Opening,
  isFurther: boolean,
): void {
  let hasFailed = false
  stream.once('error', () => (hasFailed = true))
  whenOver(request, reply, () => {
    const isWhole = reply.raw.writableFinished
    const isPart = reply.raw.statusCode === 206 && stream.readableDidRead && !hasFailed
    if (isWhole || isPart) opening.gone(isFurther)
  })
}

/** Whatever an uploaded file contains, browsers run none of it and load nothing for it. */
const sandboxed = "default-src 'none'; sandbox"

/** Sends a public picture. Its URL changes with its content, so it can be cached forever. */
export function sendPicture(reply: FastifyReply, picture: StoredFile, type: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-length', picture.size)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', sandboxed)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')
    .send(picture.stream)
}

/** The headers for all files that are sold. Browsers run none of their content, and no cache stores them. */
const fileHeaders = {
  'accept-ranges': 'bytes',
  'cache-control': 'no-store',
  'content-security-policy': sandboxed,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/**
 * The headers for saving a file under a name that matches its content, never opening it in place, in the encodings of
 * RFC 6266 and RFC 5987.
 */
function asAttachment({ name, path }: { readonly name: string; readonly path: string }): string {
  const full = savedName(name, extensionOf(path))
  const plain = full.replaceAll(/[^\w.\- ]/g, '_')
  const encoded = encodeURIComponent(full).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

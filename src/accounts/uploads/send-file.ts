import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '#foundation/failures/failure.ts'
import { whenOver } from '#foundation/http/when-over.ts'
import { readRange } from './byte-range.ts'
import { extensionOf } from './judge/file-endings.ts'
import { maximumUpload } from './contract.ts'
import type { UploadServices } from './multipart/store-upload.ts'
import { asAttachment, fileHeaders } from './send-stored.ts'
import type { StoredFile } from './storage/storage.ts'
import { findUpload, type UploadRow } from './store.ts'
import { addressOf } from './storage/stored-files.ts'

/** Who keeps account of what is opened; asked for nothing where it is only asked whether a file is there. */
export type Opening = {
  /** Done once the file is at hand: where that fails, nothing of it goes. */
  readonly begin: () => Promise<void>
  /** Told when something of it has gone; `isFurther`: a part that goes on where another one ended. */
  readonly gone: (isFurther: boolean) => void
}

type Sending = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** To be saved, or to be played in the page that asks for it. */
  readonly isPlayed?: boolean
  readonly opening?: Opening
}

/**
 * Answers a seller's file, whole or the part that is asked for; another seller's is not found. `url` is that of the file
 * attachment. A buyer gets what was bought through this as well, with the seller of the purchase. A large one to be saved
 * comes from the storage itself where that makes links.
 */
export async function sendFile(
  { db, storage }: Pick<UploadServices, 'db' | 'storage'>,
  sellerId: string,
  url: string,
  sending: Sending,
): Promise<FastifyReply> {
  const by = addressOf(url)
  const upload = by === undefined ? undefined : await findUpload(db, sellerId, by)
  if (upload === undefined) throw new NotFound()
  const { size } = upload
  const { request, reply, isPlayed = false } = sending
  const opening = request.method === 'GET' ? sending.opening : undefined
  if (storage.linkTo !== undefined && !isPlayed && size > maximumUpload && request.method === 'GET') {
    // What comes of the link is not seen here: the file is there before it is given.
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
  const file = await storage.read(upload.path, range)
  if (file === undefined) throw new NotFound()
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

/** Each version of a file has a place of its own. */
function versionOf({ path }: UploadRow): string {
  return `"${
    path
      .split('/')
      .at(-1)
      ?.replace(`.${extensionOf(path)}`, '') ?? ''
  }"`
}

/** A download goes on only in the version that it began with: of another one it gets the whole. */
function wantedRange({ headers }: FastifyRequest, upload: UploadRow): string | undefined {
  const version = headers['if-range']
  return version === undefined || version === versionOf(upload) ? headers.range : undefined
}

/** A player breaks off what it has enough of, so that of a part the beginning is enough. */
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

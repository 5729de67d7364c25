import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#foundation/failures/failure.ts'
import { cleanName } from './judge/file-names.ts'
import { FileRefused, FileTooLarge, NotMultipart, UnreadableUpload } from './errors.ts'
import { uploadMessages } from './messages.ts'

/** A received file. `path` is where its bytes are while it is processed. The name is what the sender claims. */
export type ReceivedFile = { readonly path: string; readonly size: number; readonly name: string }

/** The limits of an upload's multipart body: one file and a few short fields. Each route sets the file's size. */
export const multipartLimits = {
  files: 1,
  fields: 4,
  services: 5,
  fieldSize: 100,
  fieldNameSize: 100,
  headerPairs: 20,
} as const

/**
 * Receives an upload's multipart body. Its `file` is stored temporarily and removed when `use` is done, the upload is
 * rejected, or the client disconnects. Reading ends as soon as the file exceeds `most` bytes.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  most: number,
  use: (file: ReceivedFile, fields: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `tillform-upload-${randomUUID()}`)
  try {
    const { file, fields } = await readBody(request, most, path)
    if (file === undefined) throw new FileRefused(uploadMessages.nothingSelected())
    if (file.size === 0) throw new FileRefused(uploadMessages.empty(file.name))
    return await use(file, fields)
  } finally {
    // Reads and discards the rest of a rejected body, so that the client reads our response.
    request.raw.resume()
    await rm(path, { force: true })
  }
}

type Body = { file: ReceivedFile | undefined; fields: Record<string, unknown> }

async function readBody(request: FastifyRequest, most: number, path: string): Promise<Body> {
  if (!request.isMultipart()) throw new NotMultipart()
  const body: Body = { file: undefined, fields: {} }
  try {
    for await (const part of request.parts({ limits: { fileSize: most } })) {
      if (part.type === 'field') body.fields[part.fieldname] = part.value
      else if (part.fieldname === 'file' && part.filename !== '') body.file = await spool(part, most, path)
      else {
        if (part.fieldname !== 'file') body.fields[part.fieldname] = part.filename
        part.file.resume()
      }
    }
  } catch (error) {
    throw error instanceof Failure || isFileSystemError(error) ? error : new UnreadableUpload(error)
  }
  return body
}

async function spool(part: MultipartFile, most: number, path: string): Promise<ReceivedFile> {
  // Browsers write a quotation mark in a name like this (HTML standard, "multipart/form-data encoding algorithm").
  const name = cleanName(part.filename.replaceAll('%22', '"'))
  part.file.once('limit', () => part.file.destroy(new FileTooLarge(name, most)))
  await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const { size } = await stat(path)
  return { path, size, name }
}

const fileCalls = new Set(['open', 'write', 'close', 'stat'])

/** A full or broken disk is our fault, not the body's. */
function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && fileCalls.has(String(error.syscall))
}

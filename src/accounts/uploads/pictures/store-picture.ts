import { open } from 'node:fs/promises'
import { newId } from '#foundation/db/new-id.ts'
import { encodePicture, PictureRefused } from '#foundation/pictures/encode-picture.ts'
import type { ModelType } from '../contract.ts'
import { FileNotSupported, FileRefused } from '../errors.ts'
import { unmarkedType } from '../judge/judge-file.ts'
import { storeUpload, type Uploader, type UploadServices } from '../multipart/store-upload.ts'
import { uploadMessages } from '../messages.ts'

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * Stores a public picture and returns its URL. `input` is the picture's bytes or the path of a file: a PNG, JPEG, GIF (first frame only) or WebP, detected by content. The stored picture is re-encoded, upright, without metadata and at most 1600
 * pixels wide.
 *
 * Throws FileNotSupported, FileRefused for a damaged or too large picture, and StorageFull.
 */
export async function storePicture(
  uploads: UploadServices,
  { sellerId, userId, plan }: Uploader,
  type: ModelType,
  input: Buffer | string,
  name = 'picture',
): Promise<string> {
  const picture = await encodeUpload(input, name, sellerId)
  const id = newId()
  const path = `pictures/${type}-${id}.webp`
  await storeUpload(
    uploads,
    plan,
    { id, sellerId, userId, kind: 'picture', path, name, type: 'image/webp', size: picture.length },
    picture,
  )
  return `/${path}`
}

async function encodeUpload(input: Buffer | string, name: string, sellerId: string): Promise<Buffer> {
  // Loaded with the first picture, so that the product starts faster and uses less memory.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const found = await (typeof input === 'string' ? fileTypeFromFile(input) : fileTypeFromBuffer(input))
  if (found === undefined || !pictureTypes.has(found.mime === 'image/apng' ? 'image/png' : found.mime)) {
    throw new FileNotSupported(found?.mime ?? unmarkedType(await beginningOf(input)))
  }
  const format = { type: 'webp', quality: 82 } as const
  try {
    return await encodePicture({ from: input, isTurned: true, width: 1600, height: 4800, format }, sellerId)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    throw new FileRefused(uploadMessages.pictureRefused[error.refusal](name))
  }
}

/** How much of a file is needed to recognize its type. */
async function beginningOf(input: Buffer | string): Promise<Buffer> {
  const length = 4_096
  if (typeof input !== 'string') return input.subarray(0, length)
  await using file = await open(input)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

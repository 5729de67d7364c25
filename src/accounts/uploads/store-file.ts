import { createReadStream } from 'node:fs'
import { newId } from '#foundation/db/new-id.ts'
import type { FileAttachment, ModelType } from './contract.ts'
import { judgeFile } from './judge/judge-file.ts'
import { storeUpload, type Uploader, type UploadServices } from './multipart/store-upload.ts'
import type { ReceivedFile } from './receive-upload.ts'

/** Stores a file that is sold. Throws FileNotSupported and StorageFull. */
export async function storeFile(
  uploads: UploadServices,
  { sellerId, userId, plan }: Uploader,
  modelType: ModelType,
  file: ReceivedFile,
): Promise<FileAttachment> {
  const { type, extension } = await judgeFile(file)
  const { name, size } = file
  const id = newId()
  const path = `users/${userId}/uploads/${modelType}-${id}.${extension}`
  await storeUpload(
    uploads,
    plan,
    { id, sellerId, userId, kind: 'file', path, name, type, size },
    createReadStream(file.path),
  )
  return { name, url: `${fileUrlPrefix}${id}`, size, type }
}

export const fileUrlPrefix = '/api/files/'

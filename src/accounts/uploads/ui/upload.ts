import { call } from '#accounts/identity/ui/session.ts'
import {
  fileAttachment,
  storedPicture,
  uploadsContract,
  type FileAttachment,
  type ModelType,
} from '../contract.ts'
import { sendBody } from './send-body.ts'

type Upload = {
  readonly file: File
  readonly type: ModelType
  /** Told how many bytes were sent. */
  readonly onProgress?: (sent: number) => void
}

/** Stores a picture and answers its address. */
export async function uploadPicture(upload: Upload): Promise<string> {
  return storedPicture.parse(await sendForm('/api/uploads/pictures', upload)).url
}

/** Stores a file that buyers get. */
export async function uploadFile(upload: Upload): Promise<FileAttachment> {
  return fileAttachment.parse(await sendForm('/api/uploads/files', upload))
}

/** Deletes a stored file by the path that its upload answered. */
export async function deleteUpload(path: string): Promise<void> {
  await call(uploadsContract.deleteUpload, { query: { path } })
}

function sendForm(url: string, { file, type, onProgress }: Upload): Promise<unknown> {
  const body = new FormData()
  // The fields come before the file, so that the server knows them while it reads the file.
  body.set('type', type)
  body.set('file', file)
  return sendBody({
    method: 'POST',
    url,
    body,
    onProgress: (sent, all) => {
      if (all > 0) onProgress?.((sent / all) * file.size)
    },
  })
}

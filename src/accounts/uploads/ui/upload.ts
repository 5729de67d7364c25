import { call, refreshToken, storedToken } from '#accounts/identity/ui/session.ts'
import { errorBody } from '#foundation/http/contract.ts'
import {
  fileAttachment,
  storedPicture,
  uploadsContract,
  type FileAttachment,
  type ModelType,
} from '../contract.ts'
import { uploadMessages } from '../messages.ts'

/** An upload that was refused or cut off; `status` is 0 when there was no answer, `reason` is fit for people. */
export class UploadFailed extends Error {
  readonly status: number
  readonly reason: string | undefined

  constructor(status: number, reason: string | undefined) {
    super('The upload failed')
    this.status = status
    this.reason = reason
  }
}

type Upload = {
  readonly file: File
  readonly type: ModelType
  /** Told the sent part, from 0 to 1. */
  readonly onProgress?: (sent: number) => void
}

const timeLimit = 300_000

/** Stores a picture and answers its address. */
export async function uploadPicture(upload: Upload): Promise<string> {
  return storedPicture.parse(await sendSignedIn('/api/uploads/pictures', upload)).url
}

/** Stores a file that buyers get. */
export async function uploadFile(upload: Upload): Promise<FileAttachment> {
  return fileAttachment.parse(await sendSignedIn('/api/uploads/files', upload))
}

/** Deletes a stored file by the path that its upload answered. */
export async function deleteUpload(path: string): Promise<void> {
  await call(uploadsContract.deleteUpload, { query: { path } })
}

async function sendSignedIn(url: string, upload: Upload): Promise<unknown> {
  const given = storedToken()
  try {
    return await send(url, upload, given)
  } catch (error) {
    if (!(error instanceof UploadFailed && error.status === 401)) throw error
    const token = await refreshToken(given)
    if (token === null) throw error
    return send(url, upload, token)
  }
}

/** Only XMLHttpRequest tells how much of a body was sent. */
function send(url: string, { file, type, onProgress }: Upload, token: string | null): Promise<unknown> {
  const body = new FormData()
  // The fields come before the file, so that the server knows them while it reads the file.
  body.set('type', type)
  body.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.timeout = timeLimit
    request.withCredentials = true
    request.responseType = 'json'
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total)
    })
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response)
      else reject(new UploadFailed(request.status, errorBody.safeParse(request.response).data?.message))
    })
    const loseWith = (reason: string) => () => reject(new UploadFailed(0, reason))
    request.addEventListener('error', loseWith(uploadMessages.connectionLost))
    request.addEventListener('abort', loseWith(uploadMessages.connectionLost))
    request.addEventListener('timeout', loseWith(uploadMessages.tookTooLong))
    request.send(body)
  })
}

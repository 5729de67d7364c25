import { t } from '#foundation/language/t.ts'
import { call, refreshToken, storedToken } from '#accounts/identity/ui/session.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { uploadMessages } from '#accounts/uploads/messages.ts'
import {
  fileAttachment,
  type FileAttachment,
  type ModelType,
  storedPicture,
  uploadsContract,
} from '../contract.ts'

type Upload = {
  readonly file: File
  readonly type: ModelType
  /** Called with the number of bytes that were sent. */
  readonly onProgress?: (sent: number) => void
}

/** Stores a picture and returns its URL. */
export async function uploadPicture(upload: Upload): Promise<string> {
  return storedPicture.parse(await sendForm('/api/uploads/pictures', upload)).url
}

/** Stores a file for buyers. */
export async function uploadFile(upload: Upload): Promise<FileAttachment> {
  return fileAttachment.parse(await sendForm('/api/uploads/files', upload))
}

/** Deletes a stored file by the path that its upload returned. */
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

/** A rejected or interrupted upload. `status` is 0 without a response. `reason` is a message for people. */
export class UploadFailed extends Error {
  readonly status: number
  readonly reason: string | undefined

  constructor(status: number, reason: string | undefined) {
    super(t('The upload failed'))
    this.status = status
    this.reason = reason
  }
}

type Sending = {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly body: FormData | Blob
  /** Called with the sent bytes of the body and their total. */
  readonly onProgress?: ((sent: number, all: number) => void) | undefined
  readonly signal?: AbortSignal
}

/** How long the server waits for a body, in milliseconds. */
const timeLimit = 300_000

/** Sends a slow body and returns the server's response. Renews an expired token. */
export async function sendBody(sending: Sending): Promise<unknown> {
  const given = storedToken()
  try {
    return await send(sending, given)
  } catch (error) {
    if (!(error instanceof UploadFailed && error.status === 401)) throw error
    const token = await refreshToken(given)
    if (token === null) throw error
    return send(sending, token)
  }
}

/** Only XMLHttpRequest reports how much of a body was sent. */
function send({ method, url, body, onProgress, signal }: Sending, token: string | null): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = timeLimit
    request.withCredentials = true
    request.responseType = 'json'
    if (token !== null) request.setRequestHeader('authorization', t('Bearer {token}', { token }))
    if (body instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response)
      else reject(new UploadFailed(request.status, errorBody.safeParse(request.response).data?.message))
    })
    const loseWith = (reason: string) => () => reject(new UploadFailed(0, reason))
    request.addEventListener('error', loseWith(uploadMessages.connectionLost()))
    request.addEventListener('abort', loseWith(uploadMessages.connectionLost()))
    request.addEventListener('timeout', loseWith(uploadMessages.tookTooLong()))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

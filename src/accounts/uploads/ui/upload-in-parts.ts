import { z } from 'zod'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import {
  beginningLength,
  uploadsContract,
  type MultipartUpload,
  type FileAttachment,
  type ModelType,
} from '../contract.ts'
import { uploadMessages } from '../messages.ts'
import { sendBody, UploadFailed } from './upload.ts'

export type PartsState = 'sending' | 'waiting' | 'paused'

type Upload = {
  readonly file: File
  readonly type: ModelType
  /** Called with the number of bytes that have arrived, including earlier attempts. */
  readonly onProgress: (sent: number) => void
  readonly onState: (state: PartsState) => void
}

/** An upload that can be paused, resumed or canceled. `file` is the finished file, or null once it is canceled. */
export type PartedUpload = {
  readonly file: Promise<FileAttachment | null>
  readonly pause: () => void
  readonly resume: () => void
  readonly cancel: () => void
}

const answered = z.object({ arrived: z.array(z.number()) })
/** The first and the longest wait before a retry, in milliseconds. */
const firstWait = 1_000
const longestWait = 30_000
/** How long an upload can be idle, in milliseconds. This is less than on the server, because clocks differ. */
const restsForMs = 23 * 60 * 60 * 1000
const unusedForMs = 14 * 60 * 1000

/**
 * Uploads a large file in parts, or continues an earlier upload. Waits while there is no connection, and sends an
 * interrupted part again.
 */
export function uploadInParts(upload: Upload): PartedUpload {
  let wanted: 'on' | 'paused' | 'canceled' = 'on'
  let sending = new AbortController()
  let wake = (): void => undefined
  const change = (to: typeof wanted) => {
    if (wanted === 'canceled') return
    wanted = to
    sending.abort()
    wake()
  }

  let heardAt = 0
  let isThere = false
  const hear = (arrived: readonly number[]) => {
    heardAt = Date.now()
    isThere = arrived.length > 0
  }

  const isPaused = () => wanted === 'paused'
  const isOver = () => wanted === 'canceled'

  /** Waits until the person clicks something or the time is over. */
  function rest(time?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = time === undefined ? undefined : setTimeout(done, time)
      window.addEventListener('online', done)
      wake = done
      function done(): void {
        clearTimeout(timer)
        window.removeEventListener('online', done)
        resolve()
      }
    })
  }

  /** Repeats the call until it succeeds. Returns null if the upload was canceled. */
  async function insist<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait)) {
      while (isPaused()) {
        upload.onState('paused')
        await rest()
      }
      if (isOver()) return null
      upload.onState('sending')
      sending = new AbortController()
      try {
        return await work(sending.signal)
      } catch (error) {
        if (!sending.signal.aborted) {
          if (!isPassing(error)) throw error
          upload.onState('waiting')
          await rest(wait)
        }
      }
    }
  }

  async function run(): Promise<FileAttachment | null> {
    for (;;) {
      const pending = await insist(() => begin(upload))
      if (pending === null) return null
      hear(pending.arrived)
      try {
        const file = await sendAll(pending)
        if (file === null) await giveUp(pending.id)
        // A file that was completed while being canceled belongs to no form, and is removed with the unused ones.
        return isOver() ? null : file
      } catch (error) {
        if (statusOf(error) !== 404) throw error
        if (isOver()) return null
        // The server no longer has the upload. If it was idle for too long, it starts over. Otherwise it was ended
        // elsewhere.
        if (Date.now() - heardAt < (isThere ? restsForMs : unusedForMs))
          throw new UploadFailed(404, uploadMessages.endedElsewhere())
      }
    }
  }

  async function sendAll({ id, partSize, arrived }: MultipartUpload): Promise<FileAttachment | null> {
    const { file, onProgress } = upload
    const parts = Array.from({ length: Math.ceil(file.size / partSize) }, (_, index) => index + 1)
    let there = new Set(arrived)
    const sizeOf = () => Math.min(file.size, there.size * partSize)
    for (const number of parts) {
      onProgress(sizeOf())
      // Another tab may have sent this part.
      if (there.has(number)) continue
      const answer = await insist((signal) =>
        sendBody({
          method: 'PUT',
          url: `/api/uploads/begun/${id}/parts/${number}`,
          body: file.slice((number - 1) * partSize, number * partSize),
          onProgress: (sent) => onProgress(Math.min(file.size, sizeOf() + sent)),
          signal,
        }),
      )
      if (answer === null) return null
      const { arrived: all } = answered.parse(answer)
      hear(all)
      there = new Set(all)
    }
    return insist(() => call(uploadsContract.completeUpload, { params: { id } }))
  }

  return {
    file: run().catch((error: unknown) => {
      throw error instanceof ApiError ? new UploadFailed(error.status, error.message) : error
    }),
    pause: () => change('paused'),
    resume: () => change('on'),
    cancel: () => change('canceled'),
  }
}

/** If the server cannot be reached, it cancels the upload automatically a day later. */
async function giveUp(id: string): Promise<void> {
  try {
    await call(uploadsContract.cancelUpload, { params: { id } })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
}

async function begin({ file, type }: Upload): Promise<MultipartUpload> {
  const { name, size, lastModified } = file
  const start = new Uint8Array(await readBeginning(file))
  const beginning = btoa(Array.from(start, (byte) => String.fromCodePoint(byte)).join(''))
  return call(uploadsContract.beginUpload, {
    body: { name, size, modifiedAt: Math.max(0, Math.floor(lastModified)), type, beginning },
  })
}

async function readBeginning(file: File): Promise<ArrayBuffer> {
  try {
    return await file.slice(0, beginningLength).arrayBuffer()
  } catch {
    throw new UploadFailed(0, uploadMessages.unreadable())
  }
}

/** Whether a retry makes sense, because there was no response or the server cannot accept the request right now. */
function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswer) return true
  if (error instanceof UploadFailed && error.reason === uploadMessages.unreadable()) return false
  const status = statusOf(error)
  const isAway = status === 0 || status === 408 || status === 429 || (status !== undefined && status >= 500)
  return isAway && !(error instanceof ApiError && error.code === 'no_room')
}

function statusOf(error: unknown): number | undefined {
  return error instanceof UploadFailed || error instanceof ApiError ? error.status : undefined
}

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
  /** Told how many bytes are there, those of earlier tries included. */
  readonly onProgress: (sent: number) => void
  readonly onState: (state: PartsState) => void
}

/** An upload that its person holds on, lets go on, or gives up; `file` is what it becomes, null once it is given up. */
export type PartedUpload = {
  readonly file: Promise<FileAttachment | null>
  readonly pause: () => void
  readonly goOn: () => void
  readonly cancel: () => void
}

const answered = z.object({ arrived: z.array(z.number()) })
/** In milliseconds: how long is waited before another try, at first and at most. */
const firstWait = 1_000
const longestWait = 30_000
/** In milliseconds: the server deletes what rests for a day, and soon what nothing has arrived of; less, since clocks differ. */
const restsForMs = 23 * 60 * 60 * 1000
const unusedForMs = 14 * 60 * 1000

/**
 * Sends a large file in parts, or goes on with it where it was. A connection that is lost is waited for; a part that was on
 * its way is sent anew.
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

  /** Until something is wanted again, or the wait is over. */
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

  /** Does it until it is done; null: it was given up. */
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
        // What was finished while it was given up is in no form, and goes with what is unused.
        return isOver() ? null : file
      } catch (error) {
        if (statusOf(error) !== 404) throw error
        if (isOver()) return null
        // The server no longer knows of it. What rested too long begins anew; else somebody ended it elsewhere.
        if (Date.now() - heardAt < (isThere ? restsForMs : unusedForMs))
          throw new UploadFailed(404, uploadMessages.endedElsewhere)
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
      // Another tab may have sent it.
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
    goOn: () => change('on'),
    cancel: () => change('canceled'),
  }
}

/** Whoever cannot be told gives it up by themselves, a day later. */
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
    throw new UploadFailed(0, uploadMessages.unreadable)
  }
}

/** Whether it may be tried again: nobody answered, or the server cannot take it for the moment. */
function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswer) return true
  if (error instanceof UploadFailed && error.reason === uploadMessages.unreadable) return false
  const status = statusOf(error)
  const isAway = status === 0 || status === 408 || status === 429 || (status !== undefined && status >= 500)
  return isAway && !(error instanceof ApiError && error.code === 'no_room')
}

function statusOf(error: unknown): number | undefined {
  return error instanceof UploadFailed || error instanceof ApiError ? error.status : undefined
}

import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import { maximumUpload, type FileAttachment, type ModelType } from '../contract.ts'
import { uploadMessages } from '../messages.ts'
import { ownUploadsQuery } from './queries.ts'
import { uploadInParts, type PartedUpload, type PartsState } from './upload-in-parts.ts'
import { uploadFile, UploadFailed } from './upload.ts'

/** A file being uploaded. Sizes are in bytes, `startedAt` is in milliseconds of the page's clock. */
export type Uploading = {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly state: PartsState
  /** How many bytes were stored when the upload was started or resumed, and when that was. */
  readonly before: number
  readonly startedAt: number
  /** Null for small files, whose uploads cannot be paused. */
  readonly parts: Pick<PartedUpload, 'pause' | 'resume' | 'cancel'> | null
}

type Options = {
  readonly type: ModelType
  readonly onAdd: (file: FileAttachment) => void
  readonly onProblem: (text: string) => void
}

/** The files being uploaded. Large ones are paused when the user leaves the page, and resume when chosen again. */
export function useUploads({ type, onAdd, onProblem }: Options) {
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const added = useRef(Promise.resolve())
  const running = useRef(new Set<PartedUpload>())
  const client = useQueryClient()
  const isWaitedFor = use(WaitedFor)
  useEffect(() => {
    const all = running.current
    return () => all.forEach((parts) => parts.pause())
  }, [])
  useLeaveWarning(uploads.some(({ parts }) => parts !== null))

  function change(key: string, to: (one: Uploading) => Partial<Uploading>): void {
    setUploads((present) => present.map((one) => (one.key === key ? { ...one, ...to(one) } : one)))
  }

  /** Uploads the chosen files in parallel. Each is attached after those chosen before it, so that their order stays. */
  function uploadAll(chosen: readonly File[]): void {
    let before = added.current
    for (const file of chosen) {
      const isThere = upload(file, before)
      isWaitedFor({ name: file.name, isThere })
      before = isThere.then(() => undefined)
    }
    added.current = before
  }

  /** Returns whether nothing went wrong. A canceled upload needs no message. */
  async function upload(file: File, before: Promise<void>): Promise<boolean> {
    const startedAt = performance.now()
    const key = `${startedAt} ${file.name}`
    const onProgress = (sent: number) => change(key, () => ({ sent }))
    const parts = file.size > maximumUpload ? sendLarge(key, file, onProgress) : null
    const { name, size } = file
    let isWell = true
    setUploads((present) => [
      ...present,
      { key, name, size, sent: 0, state: 'sending', before: 0, startedAt, parts },
    ])
    try {
      const stored = parts === null ? uploadFile({ file, type, onProgress }) : parts.file
      const isGivenUp = await stored.then(
        (attached) => attached === null,
        () => false,
      )
      // If a waiting file has already failed, this is reported when its turn comes.
      if (!isGivenUp) await before
      const attachment = await stored
      if (attachment !== null) onAdd(attachment)
    } catch (failure) {
      isWell = false
      const reason = failure instanceof UploadFailed ? failure.reason : undefined
      onProblem(uploadMessages.uploadFailed(name, reason))
    }
    if (parts !== null) running.current.delete(parts)
    setUploads((present) => present.filter((one) => one.key !== key))
    void client.invalidateQueries({ queryKey: ownUploadsQuery.queryKey })
    return isWell
  }

  function sendLarge(key: string, file: File, onProgress: (sent: number) => void): PartedUpload {
    let isFirst = true
    const parts = uploadInParts({
      file,
      type,
      onProgress(sent) {
        if (isFirst) change(key, () => ({ before: sent, startedAt: performance.now() }))
        isFirst = false
        onProgress(sent)
      },
      onState(state) {
        if (state !== 'sending') isFirst = true
        change(key, () => ({ state }))
      },
    })
    running.current.add(parts)
    return parts
  }

  return { uploads, uploadAll }
}

/** The browser asks before closing a page that is uploading. */
function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isSending])
}

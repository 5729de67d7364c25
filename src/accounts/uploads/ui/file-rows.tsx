import { FileText, FileVideo, Pause, Play, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { listText } from '#foundation/language/list.ts'
import { rich } from '#foundation/language/rich.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { OwnUploads } from '../contract.ts'
import { listedSize, sizeText } from '../judge/size-text.ts'
import type { Uploading } from './use-uploads.ts'

type RowProps = {
  readonly name: string
  readonly note: ReactNode
  readonly isVideo?: boolean
  readonly children: ReactNode
}

/** A file with its name, its details and its buttons. */
export function FileRow({ name, note, isVideo = false, children }: RowProps) {
  const Icon = isVideo ? FileVideo : FileText
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line px-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-brand" />
      <span className="min-w-0 flex-[1_1_10rem]">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">{note}</span>
      </span>
      {children}
    </li>
  )
}

/**
 * A file being uploaded, with its progress as a bar and in words. The upload of a large file can be paused and
 * canceled.
 */
export function UploadingRow({ upload }: { readonly upload: Uploading }) {
  const { name, size, sent, state, parts } = upload
  const isPaused = state === 'paused'
  return (
    <FileRow name={name} note={parts === null ? listedSize(size) : progressText(upload)}>
      <UploadProgress name={name} part={sent / size} state={state} />
      {parts !== null && (
        <span className="flex">
          <IconButton
            label={isPaused ? t('Resume {name}', { name }) : t('Pause {name}', { name })}
            onClick={isPaused ? parts.resume : parts.pause}
          >
            {isPaused ? <Play aria-hidden className="size-5" /> : <Pause aria-hidden className="size-5" />}
          </IconButton>
          <IconButton label={t('Cancel {name}', { name })} onClick={parts.cancel}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </span>
      )}
    </FileRow>
  )
}

function progressText({ sent, size, state, before, startedAt }: Uploading): string {
  const part = sizeText(sent)
  const whole = sizeText(size)
  if (state === 'waiting') {
    return t('{part} of {whole}. Connection lost. The upload will resume automatically.', { part, whole })
  }
  if (state === 'paused') return t('{part} of {whole}, paused', { part, whole })
  const left = timeLeft({ sent: sent - before, left: size - sent, time: performance.now() - startedAt })
  const soFar = t('{part} of {whole}', { part, whole })
  return left === null ? soFar : listText([soFar, left], 'unit')
}

const words = {
  sending: msg('Uploading'),
  waiting: msg('Waiting'),
  paused: msg('Paused'),
} as const

type ProgressProps = { readonly name: string; readonly part: number; readonly state: Uploading['state'] }

function UploadProgress({ name, part, state }: ProgressProps) {
  const percentage = `${Math.floor(part * 100)}%`
  return (
    <span className="grid w-32 shrink-0 gap-1.5">
      <span className="flex justify-between gap-2 text-sm text-muted tabular-nums">
        <output>{say(words[state])}</output>
        <span>{percentage}</span>
      </span>
      <progress
        aria-label={t('Uploading {name}', { name })}
        aria-valuetext={percentage}
        value={part}
        className="progress"
      />
    </span>
  )
}

type UnfinishedProps = {
  readonly upload: OwnUploads['unfinished'][number]
  readonly onChoose: () => void
  readonly onCancel: () => void
}

/** An upload whose file this page does not have, because it was started before a reload or in another tab. */
export function UnfinishedRow({ upload, onChoose, onCancel }: UnfinishedProps) {
  const { name, size, sent, endsAt } = upload
  return (
    <FileRow
      name={name}
      note={rich('{part} of {whole} uploaded. Choose the file again to resume, until {time}.', {
        part: sizeText(sent),
        whole: sizeText(size),
        time: <When at={endsAt} />,
      })}
    >
      <span className="flex items-center">
        <button type="button" className="link min-h-11 px-2 font-medium" onClick={onChoose}>
          {rich('Choose the file<hidden> {name}</hidden>', {
            hidden: <span className="sr-only" />,
            name,
          })}
        </button>
        <IconButton label={t('Cancel {name}', { name })} onClick={onCancel}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </span>
    </FileRow>
  )
}

type Pace = {
  /** The bytes sent in that time, and the bytes still to send. */
  readonly sent: number
  readonly left: number
  /** In milliseconds. */
  readonly time: number
}

/** Below this time in milliseconds, no estimate is possible. */
const leastTime = 3_000

/** The remaining time at the speed so far, in words, or null if it cannot be estimated yet. */
export function timeLeft({ sent, left, time }: Pace): string | null {
  if (sent <= 0 || time < leastTime) return null
  const seconds = ((time / 1000) * left) / sent
  if (seconds < 60) return t('less than a minute left')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60)
    return t('{minutes, plural, =1 {about a minute left} other {about # minutes left}}', { minutes })
  const hours = Math.round(minutes / 60)
  return t('{hours, plural, =1 {about an hour left} other {about # hours left}}', { hours })
}

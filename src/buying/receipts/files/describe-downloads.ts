import { downloadPath, openDownloadsOf, playPath, type Download } from './downloads.ts'
import type { CaptionsOnPage, DownloadOnPage, VideoOnPage } from '../page/purchase-data.ts'
import type { Receipt } from '../store.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** Videos that every browser plays, and as what it is told to. */
const playable: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
}
const captionsType = 'text/vtt'

/** The files of a purchase, at addresses made now. Captions are with the video that they are named after. */
export function describeDownloads(receipt: Receipt, secret: string, now: Date): DownloadOnPage[] {
  const files = openDownloadsOf(receipt, now)
  const shown = files.filter((file) => !files.some((video) => isCaptionsOf(file, video)))
  return shown.map((file) => ({
    name: file.name,
    size: file.size,
    path: downloadPath(secret, receipt, file.id, now),
    video: describeVideo(file, files, (kind, fileId) =>
      playPath(secret, { kind, purchase: receipt, fileId }, now),
    ),
  }))
}

type Address = (kind: 'video' | 'captions', fileId: string) => string

function describeVideo(file: Download, files: readonly Download[], addressOf: Address): VideoOnPage | null {
  const type = lookUp(playable, file.type)
  if (type === undefined) return null
  const captions = files
    .filter((other) => isCaptionsOf(other, file))
    .map((other) => ({ path: addressOf('captions', other.id), ...languageOf(other, file) }))
  return { path: addressOf('video', file.id), type, captions }
}

/** `Lesson 1.vtt` and `Lesson 1.de.vtt` belong to `Lesson 1.mp4`. */
function isCaptionsOf(file: Download, video: Download): boolean {
  return file.type === captionsType && video.type in playable && tagOf(file, video) !== undefined
}

const tag = /^\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)$/

/** The language's tag between the two names; empty where there is none, undefined where the names do not fit. */
function tagOf({ name }: Download, video: Download): string | undefined {
  const [stem, base] = [withoutEnding(name), withoutEnding(video.name)]
  if (!stem.startsWith(base)) return undefined
  const rest = stem.slice(base.length)
  return rest === '' ? '' : tag.exec(rest)?.[1]
}

function withoutEnding(name: string): string {
  return name.replace(/\.\w{1,10}$/, '')
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

function languageOf(file: Download, video: Download): Pick<CaptionsOnPage, 'language' | 'label'> {
  const language = tagOf(file, video) ?? ''
  return language === ''
    ? { language: null, label: 'Captions' }
    : { language, label: languages.of(language) ?? language }
}

import { largestFile, maximumUpload, mostFiles, tooManyAttached } from '../contract.ts'
import { extensionOf, lookedAt, refusedTexts } from './file-endings.ts'
import { uploadMessages } from '../messages.ts'

/** The types of files that can be attached, along with anything of image/, video/ and text/ except `runnable`. */
const documentTypes = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const

/** Text types that browsers run, or that can contain code they run. */
const runnable = new Set(['text/html', 'text/javascript', 'text/ecmascript', 'text/vbscript', 'text/xml'])

type Candidate = { readonly name: string; readonly size: number; readonly type: string }

/**
 * The first file's error, or null. One invalid file rejects all of them. Sizes are in bytes. `present` files are
 * already attached.
 */
export function checkFiles(files: readonly Candidate[], present = 0): string | null {
  if (present + files.length > mostFiles) return tooManyAttached()
  for (const { name, size, type } of files) {
    if (size === 0) return uploadMessages.empty(name)
    const most = isNamedLarge(name, type) ? largestFile : maximumUpload
    if (size > most) return uploadMessages.tooLarge(name, most)
    const refused = refusedTexts.get(extensionOf(name))
    if (refused !== undefined) return uploadMessages.notSupported(refused)
    if (!isAccepted(type) && !lookedAt.has(extensionOf(name))) return uploadMessages.notSupported(type)
  }
  return null
}

/** Course videos can be large. */
export function isLargeKind(type: string): boolean {
  return type.startsWith('video/')
}

/** Browsers report no type for some videos. */
const videoEndings = new Set(['avi', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm'])

function isNamedLarge(name: string, type: string): boolean {
  return isLargeKind(type) || (type === '' && videoEndings.has(extensionOf(name)))
}

/** If a file's type is unknown, the server examines its content. */
function isAccepted(type: string): boolean {
  return (
    type === '' ||
    (type.startsWith('text/') && !runnable.has(type)) ||
    type.startsWith('image/') ||
    type.startsWith('video/') ||
    documentTypes.some((accepted) => accepted === type)
  )
}

import { maximumUpload } from './contract.ts'
import { uploadMessages } from './messages.ts'

/** The types of files that can be attached; anything of image/, video/ and text/ too, but `runnable`. */
export const documentTypes = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const

/** Text that runs in a browser, or holds what does. */
const runnable = new Set(['text/html', 'text/javascript', 'text/ecmascript', 'text/vbscript', 'text/xml'])

type Candidate = { readonly name: string; readonly size: number; readonly type: string }

/** What is wrong with the first invalid file, or null; with one invalid file none is taken. Sizes are in bytes. */
export function checkFiles(files: readonly Candidate[]): string | null {
  for (const { name, size, type } of files) {
    if (size > maximumUpload) return uploadMessages.tooLarge(name)
    if (!isAccepted(type)) return uploadMessages.notSupported(type)
  }
  return null
}

/** A file that the browser knows no type of is left to the server, which looks at its content. */
function isAccepted(type: string): boolean {
  return (
    type === '' ||
    (type.startsWith('text/') && !runnable.has(type)) ||
    type.startsWith('image/') ||
    type.startsWith('video/') ||
    documentTypes.some((accepted) => accepted === type)
  )
}

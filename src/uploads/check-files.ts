import { maximumUpload } from './contract.ts'
import { uploadMessages } from './messages.ts'

/** The types of files that can be attached; anything of image/ and video/ too. */
export const documentTypes = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/plain',
  'text/csv',
] as const

type Candidate = { readonly name: string; readonly size: number; readonly type: string }

/** What is wrong with the first invalid file, or null; with one invalid file none is taken. Sizes are in bytes. */
export function checkFiles(files: readonly Candidate[]): string | null {
  for (const { name, size, type } of files) {
    if (size > maximumUpload) return uploadMessages.tooLarge(name)
    if (!isAccepted(type)) return uploadMessages.notSupported(type)
  }
  return null
}

function isAccepted(type: string): boolean {
  return (
    type.startsWith('image/') ||
    type.startsWith('video/') ||
    documentTypes.some((accepted) => accepted === type)
  )
}

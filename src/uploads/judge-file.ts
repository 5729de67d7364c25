import { fileTypeFromFile } from 'file-type'
import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { FileNotSupported } from './failures.ts'
import type { ReceivedFile } from './receive-upload.ts'

/** What a file is by its content: a media type that we serve it as, and the extension that fits it. */
export type JudgedFile = { readonly type: string; readonly extension: string }

const documents = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])

/** Text has no mark of its own, so that the name says which of the taken kinds it is. */
const textTypes: Readonly<Record<string, JudgedFile>> = {
  csv: { type: 'text/csv', extension: 'csv' },
  txt: { type: 'text/plain', extension: 'txt' },
  text: { type: 'text/plain', extension: 'txt' },
  log: { type: 'text/plain', extension: 'txt' },
}

/**
 * Judges a file by its content: any image but SVG, any video, PDF, Word, Excel, plain text and CSV. Throws
 * FileNotSupported for the rest, and for markup and scripts that pass themselves off as text.
 */
export async function judgeFile({ path, name, declaredType }: ReceivedFile): Promise<JudgedFile> {
  const text = textTypes[extensionOf(name)]
  if (text !== undefined) {
    const content = await readFile(path)
    if (isUtf8(content) && !content.includes(0)) {
      refuseMarkup(content.toString())
      return text
    }
  }
  const found = await fileTypeFromFile(path)
  if (found === undefined) throw new FileNotSupported(mediaType(declaredType))
  if (found.mime === 'application/x-cfb') return judgeOldOffice(await readFile(path))
  const isTaken =
    documents.has(found.mime) ||
    found.mime.startsWith('video/') ||
    (found.mime.startsWith('image/') && found.mime !== 'image/svg+xml')
  if (!isTaken) throw new FileNotSupported(found.mime)
  return { type: found.mime, extension: found.ext }
}

export function extensionOf(name: string): string {
  return /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

function refuseMarkup(text: string): void {
  if (text.startsWith('#!')) throw new FileNotSupported('text/x-script')
  if (/^\uFEFF?\s*</.test(text)) throw new FileNotSupported('text/html')
  if (/<(?:!doctype|\?(?:xml|php)|html|head|body|script|svg|iframe|object|embed)[\s>/]/i.test(text)) {
    throw new FileNotSupported('text/html')
  }
}

/**
 * Word and Excel before 2007 share one container, which names its streams in UTF-16. Source: MS-DOC 2.1.1 and
 * MS-XLS 2.1.2; a workbook's stream is `Book` up to Excel 95.
 */
function judgeOldOffice(content: Buffer): JudgedFile {
  const hasStream = (name: string): boolean => content.includes(Buffer.from(`${name}\0`, 'utf16le'))
  if (hasStream('WordDocument')) return { type: 'application/msword', extension: 'doc' }
  if (hasStream('Workbook') || hasStream('Book')) {
    return { type: 'application/vnd.ms-excel', extension: 'xls' }
  }
  throw new FileNotSupported('application/x-cfb')
}

/** A declared type goes back into a message only when it looks like one. */
function mediaType(declared: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(declared) ? declared : 'application/octet-stream'
}

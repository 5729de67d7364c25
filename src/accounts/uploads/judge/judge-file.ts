import { readFile } from 'node:fs/promises'
import { isUtf8 } from 'node:buffer'
import { maximumUpload } from '../contract.ts'
import { FileNotSupported, FileRefused, FileTooLarge } from '../errors.ts'
import { uploadMessages } from '../messages.ts'
import type { ReceivedFile } from '../receive-upload.ts'
import { isActiveDrawing } from './active-drawing.ts'
import { isLargeKind } from './check-files.ts'
import { extensionOf, refusedTexts } from './file-endings.ts'
import { mediaEndings, promisesMark } from './file-names.ts'

/** A file's type by its content: the media type we serve it as, and the matching extension. */
export type JudgedFile = { readonly type: string; readonly extension: string }

const pdf: JudgedFile = { type: 'application/pdf', extension: 'pdf' }
const word: JudgedFile = {
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
}
const excel: JudgedFile = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
}
const documents: ReadonlySet<string> = new Set([pdf, word, excel].map(({ type }) => type))

/**
 * An image that is text. A browser that opens it would run its scripts, so it must contain none and is only ever sent
 * as a download.
 */
const drawing: JudgedFile = { type: 'image/svg+xml', extension: 'svg' }

const plainText: JudgedFile = { type: 'text/plain', extension: 'txt' }
/** Text has no signature, so it is plain text unless its extension says otherwise. */
const textKinds: ReadonlyMap<string, JudgedFile> = new Map([
  ['csv', { type: 'text/csv', extension: 'csv' }],
  ['tsv', { type: 'text/tab-separated-values', extension: 'tsv' }],
  ['txt', plainText],
  ['text', plainText],
  ['log', plainText],
  ['md', plainText],
  /** Captions of a video. */
  ['vtt', { type: 'text/vtt', extension: 'vtt' }],
  ['ics', { type: 'text/calendar', extension: 'ics' }],
  ['vcf', { type: 'text/vcard', extension: 'vcf' }],
])

/** Extensions of accepted file types that have a signature. */
const smallEndings = new Set(['doc', 'docx', 'pdf', 'svg', 'xls', 'xlsx'])
const isTakenMarked = (ending: string): boolean => mediaEndings.has(ending) || smallEndings.has(ending)

/** The type of a file without a signature, for the error message. */
export function unmarkedType(content: Buffer): string {
  if (!isText(content)) return 'application/octet-stream'
  return isDrawing(content) ? drawing.type : plainText.type
}

function isDrawing(text: Buffer): boolean {
  return /<svg[\s/>]/.test(text.toString('latin1').replaceAll('\0', ''))
}

/**
 * Checks a file by its content: any image, any video, PDF, Word, Excel, plain text and CSV are accepted. The content of
 * a text file does not matter, because it is only ever sent as a download, and of all text files, only drawings keep a
 * name that browsers open. Throws FileNotSupported for other types, and FileRefused if the content does not match the
 * name.
 */
export async function judgeFile({ path, name }: ReceivedFile): Promise<JudgedFile> {
  const content = await readFile(path)
  const ending = extensionOf(name)
  if (isText(content)) {
    const other = refusedTexts.get(ending)
    if (other !== undefined) throw new FileNotSupported(other)
    if (ending === 'svg' && isDrawing(content)) {
      if (isActiveDrawing(content)) throw new FileRefused(uploadMessages.activeDrawing(name))
      return drawing
    }
    const kind = textKinds.get(ending)
    if (isPdfAmongText(content, kind !== undefined)) return pdf
    if (promisesMark(ending)) throw new FileRefused(uploadMessages.unlikeName(name))
    return kind ?? plainText
  }
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(content)
  const isNamedOtherwise = isTakenMarked(ending) || textKinds.has(ending)
  if (found === undefined || (found.mime === 'application/xml' && isNamedOtherwise)) {
    if (isPdf(content)) return pdf
    if (isNamedOtherwise) throw new FileRefused(uploadMessages.unlikeName(name))
    throw new FileNotSupported('application/octet-stream')
  }
  if (found.mime === 'application/x-cfb') return judgeOldOffice(content, ending)
  const isTaken =
    documents.has(found.mime) || found.mime.startsWith('video/') || found.mime.startsWith('image/')
  if (!isTaken) throw new FileNotSupported(found.mime)
  return { type: found.mime, extension: found.ext }
}

/**
 * Checks a video of `size` bytes by its beginning, before the rest is sent. Other accepted files are small and
 * checked whole.
 */
export async function judgeBeginning(name: string, size: number, beginning: Buffer): Promise<JudgedFile> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(beginning)
  if (found !== undefined && isLargeKind(found.mime)) return { type: found.mime, extension: found.ext }
  const ending = extensionOf(name)
  const isSmallKind =
    found === undefined
      ? isText(beginning) || isPdf(beginning)
      : smallContainers.has(found.mime) || found.mime.startsWith('image/')
  if (mediaEndings.has(ending)) throw new FileRefused(uploadMessages.unlikeName(name))
  if (isSmallKind && size > maximumUpload) throw new FileTooLarge(name, maximumUpload)
  throw new FileNotSupported(found?.mime ?? unmarkedType(beginning))
}

/** The signatures of Word and Excel files. */
const smallContainers = new Set([...documents, 'application/zip', 'application/x-cfb'])

/**
 * Word and Excel before 2007 share one container, which names its streams in UTF-16. Source: MS-DOC 2.1.1 and MS-XLS
 * 2.1.2; a workbook's stream is `Book` up to Excel 95. Later files with a password use it too (MS-OFFCRYPTO 2.3.4),
 * and then only the name tells Word and Excel apart.
 */
function judgeOldOffice(content: Buffer, ending: string): JudgedFile {
  const hasStream = (name: string): boolean => content.includes(Buffer.from(`${name}\0`, 'utf16le'))
  if (hasStream('WordDocument')) return { type: 'application/msword', extension: 'doc' }
  if (hasStream('Workbook') || hasStream('Book')) {
    return { type: 'application/vnd.ms-excel', extension: 'xls' }
  }
  const named = [word, excel].find(({ extension }) => extension === ending)
  if (named !== undefined && hasStream('EncryptedPackage') && hasStream('EncryptionInfo')) return named
  throw new FileNotSupported('application/x-cfb')
}

/**
 * PDF readers look for the header in this many bytes (ISO 32000, Annex H, implementation note 13), and for the end
 * marker in as many at the end.
 */
const lookedThrough = 1024
const pdfMark = '%PDF-'

/** Whether bytes that are not text are a PDF. Printers, scanners and servers put their own bytes before its header. */
function isPdf(content: Buffer): boolean {
  return content.subarray(0, lookedThrough).includes(pdfMark)
}

/**
 * Whether a text file is a PDF that contains only text. Plain text can mention PDFs, so it counts as one only if it
 * starts like a PDF, or has an object and an end marker as well.
 */
function isPdfAmongText(content: Buffer, isNamedText: boolean): boolean {
  const head = content.subarray(0, lookedThrough).toString('latin1')
  const at = head.search(/(?:^|[\r\n])(?:ï»¿)?[ \t]*%PDF-\d/)
  if (at < 0) return false
  const isFirst = /^(?:ï»¿)?\s*%PDF-/.test(head)
  if (isFirst || !isNamedText) return true
  return (
    /[\r\n]\d+ \d+ obj\b/.test(content.toString('latin1')) &&
    content.subarray(-lookedThrough).includes('%%EOF')
  )
}

/** The control characters that occur in text: white space, the end mark of DOS, a terminal's escape. */
const fromText = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])
const separators = /[\s,;、。]/

/**
 * Whether bytes are text as people save it: UTF-8, UTF-16 with or without a byte order mark, or any encoding that
 * does not use ASCII's control characters (Windows code pages, Latin-1, Shift JIS, GBK).
 */
export function isText(content: Buffer): boolean {
  if (content.includes(0)) return isUtf16(content)
  return isUtf8(content) || content.every(isOfText) || isUtf16(content)
}

function isUtf16(content: Buffer): boolean {
  const mark = content.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return isPlausible(decode(content, 'utf-16le'))
  if (mark === 'feff') return isPlausible(decode(content, 'utf-16be'))
  return [decode(content, 'utf-16le'), decode(content, 'utf-16be')].some(
    // Without a byte order mark, other bytes can decode by chance, but not to common characters with spaces between
    // words.
    (text) => isPlausible(text) && separators.test(text) && !/[\p{Cn}\p{Co}]/u.test(text),
  )
}

function isPlausible(text: string | undefined): text is string {
  if (text === undefined) return false
  for (let index = 0; index < text.length; index += 1) if (!isOfText(text.charCodeAt(index))) return false
  return true
}

function isOfText(code: number): boolean {
  return code >= 0x20 || fromText.has(code)
}

/** Undefined for anything but UTF-16 in this byte order, such as an incomplete character at the end. */
function decode(content: Buffer, encoding: 'utf-16le' | 'utf-16be'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

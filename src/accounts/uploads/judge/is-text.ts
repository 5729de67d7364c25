import { isUtf8 } from 'node:buffer'

/** The characters below the blank that texts have: white space, the end mark of DOS, a terminal's escape. */
const fromText = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])
const separators = /[\s,;、。]/

/**
 * Whether bytes are text, as people save it: UTF-8, UTF-16 with or without its mark, or any encoding of one byte or
 * more that leaves ASCII's control characters alone (Windows code pages, Latin-1, Shift JIS, GBK).
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
    // Without a mark, bytes that are no text may decode by chance, but not to characters in use with words apart.
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

/** Undefined for what is no UTF-16 in this order of bytes, such as half a character at the end. */
function decode(content: Buffer, encoding: 'utf-16le' | 'utf-16be'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

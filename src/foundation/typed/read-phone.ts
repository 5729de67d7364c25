import { plainSigns } from './plain-signs.ts'
import { plainLine } from './plain-text.ts'

/** A phone number that a person can call, and its digits in a form that is checked for card numbers. */
export type Phone = { readonly written: string; readonly digits: string }

const fewest = 5
const most = 20

/** A word before the number, such as "Tel." or "WhatsApp:", or a picture of a telephone. */
const label =
  /^(?:tel:(?:\/\/)?|[\p{L}\p{M}][\p{L}\p{M} .\u0027/-]{0,19}(?:(?<=\p{Lo})|[:.=\s]))?[^\p{L}\p{N}+(]*/iu
/** An extension, such as "ext. 12", "#12" or ";ext=12", or a word, such as "(mobile)". */
const behind = /(?:[ ,;(]*[\p{L}][\p{L}\p{M} .]{0,15}[:=]?[ ]?\d{0,6}\)?|[ ,;]*#\d{1,6})$/u
const number = /^\+?[\d ()[\]./,;x#*~-]*$/i

/**
 * Reads a phone number as people write, copy and dictate it: `(212) 555-0142`, `tel:+4930901820`, `Tel. 030 901820`,
 * `+1 415 555 0132 ext. 12`, with any hyphens and digits. Null if it is something else.
 */
export function readPhone(typed: string): Phone | null {
  const plain = plainSigns(plainLine(typed))
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/[\u00b7\u2022\u2027\u2219\u22c5\u30fb]/g, '.')
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .trim()
  const written = withPlusInFront(plain.replace(label, ''))
  const own = written.replace(behind, '')
  const digits = own.replaceAll(/\D/g, '').length
  if (!number.test(own) || digits < fewest || digits > most) return null
  return { written, digits: own.replaceAll(/[^\d+]+/g, ' ').trim() }
}

/** In right-to-left text, the plus can be at the end. */
function withPlusInFront(text: string): string {
  return /^\d[\d ().-]*\+$/.test(text) ? `+${text.slice(0, -1).trim()}` : text
}

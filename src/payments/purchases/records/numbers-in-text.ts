import { inUsualWidth } from '#foundation/typed/plain-signs.ts'

/** More than anybody names in a sentence. */
const most = 20

/** Digits of a number, and what a mail program, a phone or a hand sets between them: hyphens, blanks, ends of lines. */
const run = /[\da-f](?:[\s=>-]{0,8}[\da-f])*/gi

/** The numbers in a text, as they are kept and in lower case, each with the position at which it stands first. */
export type Places = ReadonlyMap<string, number>

/** The numbers of purchases and those of invoices that stand in a text, however their digits are parted. */
export function numbersIn(text: string): { readonly ids: Places; readonly invoices: Places } {
  const plain = inUsualWidth(text)
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
  return {
    ids: placesIn(plain, /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/gi, 32, idOf),
    invoices: placesIn(plain, /(?<![\da-z])\d{8}-[\da-f]{8}(?![\da-z])/gi, 16, invoiceOf),
  }
}

/** Those that are written as we write them come before what could be one. */
function placesIn(
  text: string,
  shape: RegExp,
  length: number,
  numberOf: (digits: string) => string | null,
): Places {
  const places = new Map<string, number>()
  const written = Array.from(text.matchAll(shape), ({ 0: match, index }) => ({
    digits: match.replaceAll('-', ''),
    index,
  }))
  for (const { digits, index } of [...written, ...parted(text, length)]) {
    const number = numberOf(digits.toLowerCase())
    if (number === null || places.size >= most) continue
    places.set(number, Math.min(index, places.get(number) ?? index))
  }
  return places
}

/** So many digits that begin and end where others do not go on, whatever parts them. */
function parted(text: string, length: number): { digits: string; index: number }[] {
  return Array.from(text.matchAll(run)).flatMap(({ 0: found, index: start }) => {
    const groups = Array.from(found.matchAll(/[\da-f]+/gi))
    return groups.flatMap(({ index }, first) => {
      let digits = ''
      for (let next = first; next < groups.length && digits.length < length; next += 1)
        digits += groups[next]?.[0] ?? ''
      return digits.length === length ? [{ digits, index: start + index }] : []
    })
  })
}

function idOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A day and the end of a purchase's number. */
function invoiceOf(digits: string): string | null {
  return /^\d{8}/.test(digits) ? `${digits.slice(0, 8)}-${digits.slice(8)}` : null
}

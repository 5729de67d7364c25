import { inUsualWidth, decodedSigns } from '#foundation/typed/plain-signs.ts'
import { isShortCode } from './short-code.ts'

/** What a line was broken with: blanks, marks without width, the sign at the end of a mail's line. */
const broken = /[\s\p{DI}=]/u
const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const idLength = 36

/** The beginning of an address that was joined to another, also where a browser took the colon out of it. */
const joined = /^https?(?::|$)/i

/** The id that a text is, whatever stands around it; undefined where what belongs to an id does. */
export function idIn(text: string): string | undefined {
  // A mail's source says a `=` in this way.
  const id = firstSigns(text.replace(/^=?3D(?=[\da-f]{8}-)/i, ''), idLength, isBeyondId)
  return id !== undefined && idShape.test(id) ? id : undefined
}

/** Whether what follows an id at once is none of it: a word, or an address that was joined to it. */
function isBeyondId(rest: string): boolean {
  const [word = ''] = /^[a-z\d]*/i.exec(rest) ?? []
  return word === '' || /[g-z]/i.test(word)
}

/** The same of a code, which any letter could belong to: only an address cannot, nor a new sentence behind small letters. */
function isBeyondCode(rest: string, code: string): boolean {
  return !/^[a-z\d]/i.test(rest) || joined.test(rest) || (/^[A-Z][a-z]/.test(rest) && !/[A-Z]/.test(code))
}

/** The first letters, digits and hyphens, so many of them; undefined where those that follow at once could be of them. */
function firstSigns(
  text: string,
  length: number,
  isBeyond: (rest: string, found: string) => boolean,
): string | undefined {
  const signs = Array.from(
    inUsualWidth(text)
      .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
      .replace(/^[^\p{L}\p{M}\p{N}]+/u, ''),
  )
  let found = ''
  let place = 0
  for (; place < signs.length && found.length < length; place += 1) {
    const sign = signs[place] ?? ''
    if (/[a-z\d-]/i.test(sign)) found += sign
    else if (!broken.test(sign)) return undefined
  }
  return found.length === length && isBeyond(signs.slice(place).join(''), found) ? found : undefined
}

function codeIn(text: string): string | undefined {
  const code = firstSigns(text, 7, isBeyondCode)
  return code !== undefined && isShortCode(code.toLowerCase()) ? code : undefined
}

/** A word of our addresses, which has letters, digits and, between them, dots, hyphens and underscores. */
function wordIn(text: string): string {
  const plain = inUsualWidth(text.replaceAll(/\p{DI}/gu, ''))
  const [, word = '', next = ''] = /^[^\p{L}\p{M}\p{N}]*([\w.-]*)(.?)/su.exec(plain) ?? []
  const own = word.replace(/[^a-z\d]+$/i, '')
  // A script that sets no blanks goes on at once; a letter with an accent is of the word, which is none of ours.
  return own === '' || /[\p{Script=Latin}\p{M}]/u.test(next) ? text : own
}

/** Without the beginning of an address that was put behind a page's own: `payment/https://pay.example.com/payment/…`. */
function withoutJoined(parts: readonly string[]): readonly string[] {
  const [first = '', second = '', , ...rest] = parts
  return /^(?:payment|s)$/i.test(first) && /^https?:?$/i.test(second) && rest.length > 0 ? rest : parts
}

/** A path as it was before a sentence, a chat or a mail program lengthened it; null where it is none of ours. */
export function mendPath(path: string): string | null {
  const signs = decodedSigns(path)
    // A whole address that was joined to our own.
    .replace(/^[/\\]*https?:[/\\]+[^/\\]*/i, '')
    // The end of a link in HTML has a slash of its own.
    .replace(/<\/.*$/s, '')
  const parts = withoutJoined(signs.split(/[/\\\uff0f]+/).filter((part) => /[\p{L}\p{N}]/u.test(part)))
  // A file that programs look for.
  if (parts[0]?.startsWith('.') === true) return null
  const words = parts.map((part) => idIn(part) ?? wordIn(part))
  const [first = '', ...below] = words
  if (!/^[a-z\d]/i.test(first)) return path === '/' ? path : null
  const page = first.toLowerCase()
  if ((page === 'payment' || page === 's') && parts.length === 1) return null
  const code = page === 's' ? codeIn(parts[1] ?? '') : undefined
  const named = code ?? (page === 'payment' ? below[0] : undefined)
  // Nothing is below a form's page.
  const isAlone = code !== undefined || (page === 'payment' && idIn(named ?? '') !== undefined)
  const whole = [first, ...(isAlone && named !== undefined ? [named] : below)]
    .map(encodeURIComponent)
    .join('/')
  const mended = `/${/[A-Z]/.test(first) ? whole.toLowerCase() : whole}`
  return mended === path.replace(/\/$/, '') ? path : mended
}

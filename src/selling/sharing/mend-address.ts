import type { FastifyInstance } from 'fastify'
import { decodedSigns, inUsualWidth } from '#foundation/typed/plain-signs.ts'
import { plainCode } from '#foundation/typed/read-code.ts'
import { isEmail, plainEmail } from '#foundation/typed/read-email.ts'
import { plainKey } from '#foundation/typed/read-key.ts'
import { isShortCode } from './short-code.ts'

/** Requests for files, the API and other machine paths are never repaired. */
const isForMachines =
  /^\/(?:@|(?:api|assets|pictures|files|health|metrics|dev|embed|src|node_modules|public|\.well-known)(?:[/.?]|$))/i

/** The beginning of the query, even if its question mark is percent-encoded, possibly more than once. */
const begin = /[?&]|%(?:25)*(?:3f|26)/i

/**
 * The repaired URL of a page, or null if nothing needs repair. Repairs remove punctuation and words around an id or a
 * code, double slashes and line breaks, decode a query, and undo capitals from a QR code. The result is always a URL of
 * ours: it begins with one slash and a letter.
 */
export function mendAddress(url: string): string | null {
  if (isForMachines.test(url) || !url.startsWith('/')) return null
  const sign = begin.exec(url)
  const path = sign === null ? url : url.slice(0, sign.index)
  const behind = sign === null ? '' : url.slice(sign.index + sign[0].length)
  const query =
    sign === null || sign[0].length === 1 || behind.includes('=')
      ? behind
      : encodedQuery(decodedSigns(behind, (sign[0].length - 1) / 2))
  const mended = mendPath(path)
  if (mended === null) return null
  const parts = mendQuery(plainAmpersands(query), mended)
  const address = mended + (parts === '' ? '' : `?${parts}`)
  return address === url || address === url.replace(/\?$/, '') ? null : address
}

/** Redirects a browser from a damaged URL to the intended one. */
export function leadToMended(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, url }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') return
    const mended = mendAddress(url)
    if (mended !== null) await reply.header('cache-control', 'no-store').redirect(mended, 302)
  })
}

/** Recovers a parameter's value by its name, or undefined if the value is unclear. */
type Mend = (value: string) => string | undefined

const ofForms: ReadonlyMap<string, Mend> = new Map([
  ['price', priceOf],
  ['email', emailOf],
  ['coupon', couponOf],
  ['name', () => undefined],
])
const ofAll: ReadonlyMap<string, Mend> = new Map(
  ['key', 'token', 'signature', 'link'].map((name) => [name, keyOf]),
)

/** An email program writes an `&` as HTML does, and sometimes twice. */
function plainAmpersands(query: string): string {
  return query.replaceAll(/(^|&)(?:amp(?:;|%3b))+/gi, '$1')
}

/** A decoded query, encoded again only where needed. */
function encodedQuery(query: string): string {
  return query.replaceAll(/[^!-~]|[<>"{}|\\^`#]/gu, encodeURIComponent)
}

/** The query of a page with its known parameters repaired. Others stay unchanged. */
function mendQuery(query: string, path: string): string {
  const known = /^\/(?:payment|s)(?:\/|$)/.test(path) ? ofForms : ofAll
  return parted(query, known)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => mendPart(part, known))
    .join('&')
}

/** Text appended to the link may have begun a second query. A price is found after any character. */
function parted(query: string, known: ReadonlyMap<string, Mend>): string {
  if (known !== ofForms) return query.replaceAll(/\?(?=(?:key|token|signature|link|utm_[a-z]+)=)/gi, '&')
  const plain = query.replaceAll(/\?(?=[\w.-]+=)/g, '&')
  return plain.replaceAll(
    /(?:%26(?=(?:email|name|coupon|price)=)|(?:;|%3b|%26|%3f)(?=price(?:=|%3d)[\da-f]{8}(?:-|%2d)))/gi,
    '&',
  )
}

function mendPart(part: string, known: ReadonlyMap<string, Mend>): string {
  const place = part.search(/=|%3d/i)
  if (place === -1) return part
  const given = part.slice(0, place)
  const name = decodedSigns(given)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
  const mend = known.get(name)
  // With more words around its name, it is a different parameter.
  if (mend === undefined || /[a-z\d].*[^a-z].*[a-z\d]/i.test(decodedSigns(given))) return part
  const value = part.slice(place + (part[place] === '=' ? 1 : 3))
  return `${name}=${mend(value) ?? value}`
}

function keyOf(value: string): string | undefined {
  return plainKey(value) || undefined
}

function priceOf(value: string): string | undefined {
  const typed = decodedSigns(value)
  // With two codes, either could be meant.
  return typed.split(/[\da-f]{8}-[\da-f]{4}-/i).length > 2 ? undefined : idIn(typed)
}

function emailOf(value: string): string | undefined {
  // An email address keeps its plus sign, even in a link made by hand. Elsewhere, a plus sign is a space.
  const typed = decodedSigns(value)
  const read = [typed, decodedSigns(value.replaceAll('+', ' '))].map(plainEmail).find(isEmail)
  if (read === undefined || read === typed) return undefined
  return encodeURIComponent(read).replace('%40', '@')
}

function couponOf(value: string): string | undefined {
  const typed = decodedSigns(value.replaceAll('+', ' '))
  const code = plainCode(typed)
  return code === '' || code === typed ? undefined : encodeURIComponent(code)
}

/**
 * Characters where a line was broken: spaces, zero-width characters, and the character that ends a wrapped line in
 * emails.
 */
const broken = /[\s\p{DI}=]/u
const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const idLength = 36

/** The beginning of a second URL joined to the first, even if a browser removed its colon. */
const joined = /^https?(?::|$)/i

/** The id in a text, with anything around it, or undefined if it continues with characters that an id can have. */
function idIn(text: string): string | undefined {
  // An email's source says a `=` in this way.
  const id = firstSigns(text.replace(/^=?3D(?=[\da-f]{8}-)/i, ''), idLength, isBeyondId)
  return id !== undefined && idShape.test(id) ? id : undefined
}

/** Whether the text right after an id is certainly not part of it: a word, or a URL joined to it. */
function isBeyondId(rest: string): boolean {
  const [word = ''] = /^[a-z\d]*/i.exec(rest) ?? []
  return word === '' || /[g-z]/i.test(word)
}

/**
 * Whether the text right after a code is certainly not part of it. Any letter could be, except in a URL or in a new
 * sentence after lowercase letters.
 */
function isBeyondCode(rest: string, code: string): boolean {
  return !/^[a-z\d]/i.test(rest) || joined.test(rest) || (/^[A-Z][a-z]/.test(rest) && !/[A-Z]/.test(code))
}

/** The first `length` letters, digits and hyphens, or undefined if the next characters could belong to them. */
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

/** A word of our URLs: letters and digits, with dots, hyphens and underscores between them. */
function wordIn(text: string): string {
  const plain = inUsualWidth(text.replaceAll(/\p{DI}/gu, ''))
  const [, word = '', next = ''] = /^[^\p{L}\p{M}\p{N}]*([\w.-]*)(.?)/su.exec(plain) ?? []
  const own = word.replace(/[^a-z\d]+$/i, '')
  // In a script without spaces, text follows right away. An accented letter belongs to the word, which is then not one
  // of ours.
  return own === '' || /[\p{Script=Latin}\p{M}]/u.test(next) ? text : own
}

/**
 * The path without the beginning of a second URL appended to a page's own:
 * `payment/https://pay.example.com/payment/…`.
 */
function withoutJoined(parts: readonly string[]): readonly string[] {
  const [first = '', second = '', , ...rest] = parts
  return /^(?:payment|s)$/i.test(first) && /^https?:?$/i.test(second) && rest.length > 0 ? rest : parts
}

/** A path without what a sentence, a chat or an email program added to it, or null if it is not ours. */
function mendPath(path: string): string | null {
  const signs = decodedSigns(path)
    // A whole URL was joined to ours.
    .replace(/^[/\\]*https?:[/\\]+[^/\\]*/i, '')
    // A closing HTML tag adds a slash.
    .replace(/<\/.*$/s, '')
  const parts = withoutJoined(signs.split(/[/\\\uff0f]+/).filter((part) => /[\p{L}\p{N}]/u.test(part)))
  // Programs look for files whose names begin with a dot.
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

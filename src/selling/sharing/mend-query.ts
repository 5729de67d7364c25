import { plainCode } from '#foundation/typed/read-code.ts'
import { isEmail, plainEmail } from '#foundation/typed/read-email.ts'
import { plainKey } from '#foundation/typed/read-key.ts'
import { decodedSigns } from '#foundation/typed/plain-signs.ts'
import { idIn } from './mend-path.ts'

/** What a parameter of ours was before it was lengthened, by its name; undefined where that is unclear. */
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

/** A mail program writes an `&` as HTML does, and sometimes twice. */
export function plainAmpersands(query: string): string {
  return query.replaceAll(/(^|&)(?:amp(?:;|%3b))+/gi, '$1')
}

/** A query that was read from its percent signs, in those that it still needs. */
export function encodedQuery(query: string): string {
  return query.replaceAll(/[^!-~]|[<>"{}|\\^`#]/gu, encodeURIComponent)
}

/** The query of a page with the parameters that it reads as they were meant; others stay as they are. */
export function mendQuery(query: string, path: string): string {
  const known = /^\/(?:payment|s)(?:\/|$)/.test(path) ? ofForms : ofAll
  return parted(query, known)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => mendPart(part, known))
    .join('&')
}

/** Whoever appended a parameter may have begun the query anew. A price is found in whatever signs it was appended. */
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
  // Other words may be around it: then it is another parameter.
  if (mend === undefined || /[a-z\d].*[^a-z].*[a-z\d]/i.test(decodedSigns(given))) return part
  const value = part.slice(place + (part[place] === '=' ? 1 : 3))
  return `${name}=${mend(value) ?? value}`
}

function keyOf(value: string): string | undefined {
  return plainKey(value) || undefined
}

function priceOf(value: string): string | undefined {
  const typed = decodedSigns(value)
  // Of two, either could be meant.
  return typed.split(/[\da-f]{8}-[\da-f]{4}-/i).length > 2 ? undefined : idIn(typed)
}

function emailOf(value: string): string | undefined {
  // The plus of an address is one, also in a link that was put together by hand; elsewhere it is a blank.
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

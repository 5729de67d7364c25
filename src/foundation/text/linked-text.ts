/** A piece of a text; `href` is its target: a full URL, or `mailto:`. */
export type LinkedPiece = { readonly text: string; readonly href?: string }

/**
 * Endings of hosts that are recognized without `https://`: country codes, and others that are not words after
 * a full stop.
 */
const ends =
  '[a-z]{2}|com|net|org|info|biz|app|dev|edu|gov|shop|store|online|site|live|link|page|blog|club|school|academy|studio|space|chat|cloud|group|events|video|social'

/** A possible URL or email address. It ends at a space, a quotation mark, or a mark that reorders or hides text. */
const candidate = new RegExp(
  String.raw`(?:https?:\/\/|www\.|(?<![\p{Script=Latin}\p{M}\p{N}.@/:_-])(?:[a-z\d-]+\.)+(?:${ends})(?::\d+)?\/(?=[\w@+~%-]))[^\s<>"“”„«»‹›\x60{}|\\^。、，；：！？（）「」『』【】\p{Bidi_Control}\u200b\u2060\ufeff]+|(?<![\w.!#$%&'*+/=?^~-])[\w.!#$%&'*+/=?^~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}`,
  'giu',
)

/**
 * The pieces of the text, with links for URLs and email addresses: `http(s)://…`, `www.…`, `host/path` and `name@host`.
 */
export function linkedText(text: string): LinkedPiece[] {
  const pieces: LinkedPiece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const isWithinWord = /[a-z\d@/]/i.test(text.charAt(index - 1))
    const address = withoutPunctuation(found)
    const href = isWithinWord ? null : hrefOf(address)
    if (href === null) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** Punctuation after a URL is not part of it, except for a closing bracket that was opened inside. */
function withoutPunctuation(found: string): string {
  const bare = found.replace(/[.,;:!?…'’‘*_~]+$/, '')
  const closing = bare.at(-1) ?? ''
  const opening = closing === ')' ? '(' : closing === ']' ? '[' : undefined
  const isOwn = opening === undefined || bare.split(closing).length <= bare.split(opening).length
  return isOwn ? bare : withoutPunctuation(bare.slice(0, -1))
}

function hrefOf(address: string): string | null {
  if (/^https?:/i.test(address)) return isTrue(address) ? address : null
  if (/^www\./i.test(address))
    return /^www\.[^./]+\.[^/]/i.test(address) ? hrefOf(`https://${address}`) : null
  if (/^[a-z\d.-]*[a-z][a-z\d.-]*(?::\d+)?\//i.test(address)) return hrefOf(`https://${address}`)
  const [, name = '', host = ''] = /^(.+)@([^@]+)$/.exec(address) ?? []
  if (name === '') return null
  return `mailto:${encodeURIComponent(name)}@${host}`
}

/** Whether a link leads to the host it shows: it has no user name before the host and no invisible characters. */
function isTrue(address: string): boolean {
  const [, host = ''] = /^https?:\/\/([^/?#]+)/i.exec(address) ?? []
  if (/\p{Cf}/u.test(host) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return host !== '' && username === '' && password === ''
}

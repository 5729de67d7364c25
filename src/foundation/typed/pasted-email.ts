import { decodedSigns } from './plain-signs.ts'

/** Characters that can begin an email address but also surround one in text: quotation marks and emphasis. */
const paired = "'`*_~|{}"
const opening = /^[^\p{L}\p{N}\p{M}!#$%&'*+\-/=?^_`{|}~.@]+/u
const closing = /[^\p{L}\p{N}\p{M}@]+$/u

/**
 * Finds the email address in text from a mail program, a chat or a sentence: with a name, as a link, after a label, or
 * between marks. Ambiguous text stays unchanged and is rejected by the check.
 */
export function pastedEmail(text: string): string {
  const [named, other] = parts(text)
  const address = inAddress(named)
  return other === '' || inAddress(other).toLowerCase() === address.toLowerCase() ? address : text
}

/** An address and, where the text names two, the other: `Anna <anna@…>`, `anna@… <mailto:anna@…>`, `[anna@…](mailto:anna@…)`. */
function parts(text: string): readonly [string, string] {
  const [, before = '', inside = '', after = ''] =
    /^([^<>]*)<([^<>]*)>?([^<>]*)$/.exec(text) ?? /^\[([^[\]]*)\] ?\(([^()]*)\)(.?)$/.exec(text) ?? []
  if (inside.includes('@') && !after.includes('@')) return [inside, before.includes('@') ? before : '']
  if (before.includes('@') && inside === '') return [before, '']
  // A name, or the old link notation, in brackets after or before the address.
  const [, one = '', comment = '', two = ''] = /^([^()[\]]*)[([]([^()[\]]*)[)\]]([^()[\]]*)$/.exec(text) ?? []
  const rest = [one, two].filter((part) => /[\p{L}\p{N}@]/u.test(part))
  if (rest.length === 1 && /[\p{L}\p{N}]/u.test(comment)) {
    const [outside = ''] = rest
    if (outside.includes('@')) return [outside, comment.includes('@') ? comment : '']
  }
  return [text, '']
}

function inAddress(text: string): string {
  const plain = withoutMarks(
    text
      .trim()
      // Text before the address in a list, on a business card or in a quoted email.
      .replace(/^[^\p{L}\p{N}\p{M}@]+\s/u, '')
      .replace(/^(?!mailto)(?:e-?mail[^@:=]{0,20}:|[^@:=]{1,40}[:=](?=\s))\s*/iu, '')
      // A label in another script needs no space after the colon.
      .replace(/^[^@:=\s]{0,40}(?!\p{ASCII})\p{L}(?:\s{0,2}[:=：]\s*|\s+)(?=\S+@)/u, ''),
  )
  const link = linked(plain)
  return withPlainSigns(withoutMarks(link))
}

/** A mail link contains the address percent-encoded, followed by a subject. */
function linked(text: string): string {
  const [, to] = /^mailto(?::|%3a)\s*(?:\/\/)?([^?#]*)/i.exec(text) ?? []
  if (to !== undefined) return decodedSigns(to)
  return !text.includes('@') && /^[^%]*(?:%(?!40)[^%]*)*%40[^@]*$/.test(text) ? decodedSigns(text) : text
}

function withoutMarks(text: string): string {
  const [behind = ''] = closing.exec(text) ?? []
  const rest = text.slice(0, text.length - behind.length).replace(opening, '')
  // Removes marks that surround the address on both sides.
  const around = Array.from(paired).filter((sign) => behind.includes(sign === '{' ? '}' : sign))
  let start = 0
  while (around.includes(rest.charAt(start))) start += 1
  return rest.slice(start)
}

/** The characters of an email address after autocorrection or typesetting, without a link's subject. */
function withPlainSigns(text: string): string {
  const plain = text
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/[\u2018\u2019\u201b\u02bc\u2032\u00b4]/g, "'")
    .replace(/\s*@\s*/, '@')
  const host = plain.lastIndexOf('@') + 1
  return plain.slice(0, host) + plain.slice(host).replace(/[?#].*$/, '')
}

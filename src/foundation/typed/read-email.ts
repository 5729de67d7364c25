import { pastedEmail } from './pasted-email.ts'
import { inUsualWidth } from './plain-signs.ts'

/** Far beyond any address with what a mail program puts around it; what is longer is not read. */
const longest = 1_000

/**
 * The reader of email addresses, for the API and for pages, which check without a schema library. An address is taken as it
 * is typed, pasted or shared; what is kept is what a mail server is told: ASCII alone, and nothing that nobody sees.
 */
export function plainEmail(typed: string): string {
  if (typed.length > longest) return typed
  // The colon of an input method stands for the blank behind it as well.
  const plain = typed.replaceAll(/[^\P{DI}\u200c\u200d]/gu, '').replaceAll('\uff1a', ': ')
  const text = pastedEmail(inUsualWidth(plain).trim())
  const host = text.lastIndexOf('@') + 1
  return withoutJoiners(text.slice(0, host)) + hostOf(text.slice(host))
}

/** The host in the letters of the net; what is none stays as it is, for the check to refuse. */
function hostOf(typed: string): string {
  if (/^[!-~]*$/.test(typed) || /[\s!-,/:-@[-`{-~]/.test(typed)) return typed
  // No domain at the top mixes scripts: the rest of a sentence that follows without a blank is none of it.
  const top = typed.slice(Math.max(...['.', '\u3002', '\uff61'].map((dot) => typed.lastIndexOf(dot))) + 1)
  if (/[a-z]/i.test(top) && /[^\p{scx=Latin}\p{M}\p{N}-]/u.test(withoutJoiners(top))) return typed
  // Some scripts need a joiner in a name; where it joins nothing, it came with the text.
  const url = [typed, withoutJoiners(typed)].map((host) => `http://${host}`).find((one) => URL.canParse(one))
  return url === undefined ? typed : new URL(url).hostname
}

function withoutJoiners(text: string): string {
  return text.replaceAll(/[\u200c\u200d]/g, '')
}

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?:[a-z]{2,63}|xn--${label})$`, 'i')

/** Carriers of Japan gave addresses with dots in a row and at the end, which their customers keep; elsewhere they are a slip. */
const dotted = /(?:docomo|ezweb|vodafone|softbank)\.ne\.jp$|@au\.com$/i

export function isEmail(plain: string): boolean {
  return address.test(dotted.test(plain) ? plain.replaceAll(/(?<=[^@])\.+(?=[.@])/g, '') : plain)
}

import { pastedEmail } from './pasted-email.ts'
import { inUsualWidth } from './plain-signs.ts'

/** The maximum length of text to read: longer than any email address together with what a mail program adds. */
const longest = 1_000

/**
 * Reads email addresses, for the API and for pages that check without a schema library. The text can be typed, pasted
 * or shared. The result is an address that a mail server accepts: only ASCII, without invisible characters.
 */
export function plainEmail(typed: string): string {
  if (typed.length > longest) return typed
  // A colon from an East Asian input method includes the space after it.
  const plain = typed.replaceAll(/[^\P{DI}\u200c\u200d]/gu, '').replaceAll('\uff1a', ': ')
  const text = pastedEmail(inUsualWidth(plain).trim())
  const host = text.lastIndexOf('@') + 1
  return withoutJoiners(text.slice(0, host)) + hostOf(text.slice(host))
}

/** The host in its ASCII form. An invalid one stays unchanged and is rejected by the check. */
function hostOf(typed: string): string {
  if (/^[!-~]*$/.test(typed) || /[\s!-,/:-@[-`{-~]/.test(typed)) return typed
  // No top-level domain mixes scripts, so text in another script that follows without a space is not part of it.
  const top = typed.slice(Math.max(...['.', '\u3002', '\uff61'].map((dot) => typed.lastIndexOf(dot))) + 1)
  if (/[a-z]/i.test(top) && /[^\p{scx=Latin}\p{M}\p{N}-]/u.test(withoutJoiners(top))) return typed
  // Some scripts need a joiner inside a name. A joiner that joins nothing came with copied text.
  const url = [typed, withoutJoiners(typed)].map((host) => `http://${host}`).find((one) => URL.canParse(one))
  return url === undefined ? typed : new URL(url).hostname
}

function withoutJoiners(text: string): string {
  return text.replaceAll(/[\u200c\u200d]/g, '')
}

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?:[a-z]{2,63}|xn--${label})$`, 'i')

/**
 * Japanese carriers issued addresses with consecutive and trailing dots, which are still in use. Elsewhere such dots
 * are typos.
 */
const dotted = /(?:docomo|ezweb|vodafone|softbank)\.ne\.jp$|@au\.com$/i

export function isEmail(plain: string): boolean {
  return address.test(dotted.test(plain) ? plain.replaceAll(/(?<=[^@])\.+(?=[.@])/g, '') : plain)
}

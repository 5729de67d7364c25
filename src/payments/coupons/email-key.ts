import { createHash } from 'node:crypto'

/** Mail servers of these take an address with dots and without for the same. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * Tells buyers apart by their address: in lower case, without the alias after a plus sign, and without dots where its
 * mail server ignores them. A digest, so that nobody is named where limits are kept.
 */
export function emailKeyOf(email: string): string {
  const [local, domain] = splitAddress(email.trim().toLowerCase())
  const [plain = ''] = local.split('+')
  const isDotless = dotless.has(domain)
  const name = isDotless ? plain.replaceAll('.', '') : plain
  return createHash('sha256')
    .update(`${name}@${isDotless ? 'gmail.com' : domain}`)
    .digest('base64url')
}

function splitAddress(email: string): [string, string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at + 1)]
}

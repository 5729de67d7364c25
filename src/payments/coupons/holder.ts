import { createHash, createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** The holder of something unpaid, as digests: limits store no personal data. */
export type Holder = {
  readonly network: string | null
  readonly emailKey: string
}

export function holderOf(authSecret: string, network: string | null, email: string): Holder {
  const digest = (text: string) =>
    createHmac('sha256', authSecret).update(`holder ${text}`).digest('base64url')
  return { network: network === null ? null : digest(network), emailKey: emailKeyOf(email) }
}

/** Mail servers that ignore these characters, and the other domains of the same mailboxes. */
const loose = [
  { domain: 'gmail.com', others: ['googlemail.com'], ignored: /\./g },
  { domain: 'proton.me', others: ['protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[.\-_]/g },
  { domain: 'icloud.com', others: ['me.com', 'mac.com'], ignored: /(?!)/g },
] as const

/**
 * Identifies a buyer by email address: lower-cased, without the alias after a plus sign and the characters its email
 * server ignores, under one domain for each mailbox. A digest, because limits store no personal data.
 */
export function emailKeyOf(email: string): string {
  const [local, typed] = splitAddress(email.trim().toLowerCase())
  // A domain in its own script and in Punycode is the same domain.
  const domain = domainToASCII(typed) || typed
  const [plain = ''] = local.split('+')
  const server = loose.find((one) => one.domain === domain || one.others.some((other) => other === domain))
  const name = server === undefined ? plain : plain.replaceAll(server.ignored, '')
  return digestOf(`${name}@${server?.domain ?? domain}`)
}

/**
 * The key of the same address in earlier releases, which only knew the dots of Gmail; finds uses reserved back then.
 */
export function formerEmailKeyOf(email: string): string {
  const [local, domain] = splitAddress(email.trim().toLowerCase())
  const [plain = ''] = local.split('+')
  const isDotless = domain === 'gmail.com' || domain === 'googlemail.com'
  return digestOf(isDotless ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`)
}

function digestOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url')
}

function splitAddress(email: string): [string, string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at + 1)]
}

import { createHash, createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** Who holds something that they have not paid yet, by digests: nobody is named where limits are kept. */
export type Holder = {
  /** Null where no client is at the other end. */
  readonly network: string | null
  readonly emailKey: string
}

export function holderOf(authSecret: string, network: string | null, email: string): Holder {
  const digest = (text: string) =>
    createHmac('sha256', authSecret).update(`holder ${text}`).digest('base64url')
  return { network: network === null ? null : digest(network), emailKey: emailKeyOf(email) }
}

/** Mail servers that read an address without these characters, and the other domains of the same mailboxes. */
const loose = [
  { domain: 'gmail.com', others: ['googlemail.com'], ignored: /\./g },
  { domain: 'proton.me', others: ['protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[.\-_]/g },
  { domain: 'icloud.com', others: ['me.com', 'mac.com'], ignored: /(?!)/g },
] as const

/**
 * Tells buyers apart by their address: in lower case, without the alias after a plus sign, and without what its mail
 * server ignores, under one of the domains that are the same mailbox. A digest, so that nobody is named where limits are
 * kept.
 */
export function emailKeyOf(email: string): string {
  const [local, typed] = splitAddress(email.trim().toLowerCase())
  // Written with letters of its language or with those of the net: it is the same domain.
  const domain = domainToASCII(typed) || typed
  const [plain = ''] = local.split('+')
  const server = loose.find((one) => one.domain === domain || one.others.some((other) => other === domain))
  const name = server === undefined ? plain : plain.replaceAll(server.ignored, '')
  return digestOf(`${name}@${server?.domain ?? domain}`)
}

/**
 * The key that the same address had under the rule of earlier releases, which knew the dots of Gmail alone: places that were
 * taken then are found by it.
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

import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { neighborhoodOf, networkKeyOf } from '#foundation/network/client-network.ts'

/** Digests that identify a buyer with an unpaid reservation. Limits store no personal data. */
export type Holder = {
  readonly network: string | null
  /** The same, but by the /48 of an IPv6 network, because one machine can have all networks in it. */
  readonly widerNetwork: string | null
  readonly emailKey: string
}

export function holderOf(authSecret: string, network: string | null, email: string): Holder {
  const wider = network?.includes(':') === true ? neighborhoodOf(network) : network
  return {
    network: network === null ? null : networkKeyOf(authSecret, network),
    widerNetwork: wider === null ? null : networkKeyOf(authSecret, wider),
    emailKey: emailKeyOf(email),
  }
}

/** The characters that some mail servers ignore, and the other domains of the same mailboxes. */
const loose = [
  { domain: 'gmail.com', others: ['googlemail.com'], ignored: /\./g },
  { domain: 'proton.me', others: ['protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[.\-_]/g },
  { domain: 'icloud.com', others: ['me.com', 'mac.com'], ignored: /(?!)/g },
] as const

/**
 * Identifies a buyer by email address: in lower case, without the alias after a plus sign and the characters
 * that its mail server ignores, and with one domain for each mailbox. A digest, because limits store no
 * personal data.
 */
export function emailKeyOf(email: string): string {
  const [local, typed] = splitAddress(email.trim().toLowerCase())
  // A domain is the same in its own script and in Punycode.
  const domain = domainToASCII(typed) || typed
  const [plain = ''] = local.split('+')
  const server = loose.find((one) => one.domain === domain || one.others.some((other) => other === domain))
  const name = server === undefined ? plain : plain.replaceAll(server.ignored, '')
  return digestOf(`${name}@${server?.domain ?? domain}`)
}

/**
 * The key of the same email address in earlier releases, which ignored only the dots of Gmail. It finds uses that were
 * reserved by them.
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

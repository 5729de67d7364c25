import ipaddr from 'ipaddr.js'
import { isLoopback } from './loopback.ts'

/** Why a URL that someone entered is not called. */
export type AddressProblem = 'unreadable' | 'scheme' | 'credentials' | 'port' | 'host'

/** Host name endings that are never in the public DNS (RFC 6761, 6762, 7686, 8375, 9476 and ICANN's `internal`). */
const privateEndings =
  /(?:^|\.)(?:localhost|local|internal|invalid|test|example|onion|alt|home\.arpa|lan|intranet|corp|home)$/

/**
 * Checks a URL before its host name is looked up: `https:` at the usual port or an unprivileged one, a full name
 * without a trailing dot, and no credentials. A number in any notation is read as an IP address. With `allowsLoopback`,
 * in development, this machine can be called as well, without TLS.
 */
export function problemOfAddress(text: string, allowsLoopback: boolean): AddressProblem | undefined {
  if (!URL.canParse(text)) return 'unreadable'
  const { protocol, username, password, port, hostname } = new URL(text)
  const isHere = allowsLoopback && isLoopback(hostname)
  if (protocol !== 'https:' && !(isHere && protocol === 'http:')) return 'scheme'
  if (username !== '' || password !== '') return 'credentials'
  if (port !== '' && Number(port) <= 1023) return 'port'
  if (isHere) return undefined
  const literal = literalOf(hostname)
  if (literal !== undefined) return isPublicAddress(literal) ? undefined : 'host'
  const isName = hostname.includes('.') && !hostname.endsWith('.') && !privateEndings.test(hostname)
  return isName ? undefined : 'host'
}

/** The IP address in a URL's host, without brackets, or undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(plain) ? plain : undefined
}

/** The address of cloud providers' internal services, which looks public. */
const ofClouds = new Set(['168.63.129.16'])

/**
 * Whether an IP address belongs to the public internet. An IPv6 address that contains an IPv4 address never
 * does, because those of tunnels and translators lead to networks we cannot see.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || ofClouds.has(parsed.toString())) return false
  // Only 2000::/3 is given out.
  return !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1
}

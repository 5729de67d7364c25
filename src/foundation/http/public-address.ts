import ipaddr from 'ipaddr.js'
import { isLoopback } from './loopback.ts'

/** Why an address that someone entered is not called. */
export type AddressProblem = 'unreadable' | 'scheme' | 'credentials' | 'port' | 'host'

/** Endings that are never in the public name system (RFC 6761, 6762, 7686, 8375, 9476 and ICANN's `internal`). */
const privateEndings =
  /(?:^|\.)(?:localhost|local|internal|invalid|test|example|onion|alt|home\.arpa|lan|intranet|corp|home)$/

/**
 * Checks an address before its name is looked up: `https:` at the usual port or an unprivileged one, a full name without
 * a dot at its end, and no credentials. Numbers in any notation are read as the address they mean. With
 * `allowsLoopback`, in development, this machine can be called as well, without TLS.
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

/** The IP address that a URL's host is, without brackets; undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(plain) ? plain : undefined
}

/** A cloud's own services, at an address that looks public. */
const ofClouds = new Set(['168.63.129.16'])

/**
 * Whether an IP address is one of the public internet. An IPv6 address that holds an IPv4 one is not, whichever: those
 * of tunnels and translators lead to networks we cannot see.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || ofClouds.has(parsed.toString())) return false
  // Only 2000::/3 is given out.
  return !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1
}

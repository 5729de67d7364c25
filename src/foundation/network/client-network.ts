import ipaddr from 'ipaddr.js'
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/**
 * Identifies a client for limits: by its IPv4 address, or by the /64 network of its IPv6 address, because one client
 * has all addresses of that network. Some proxies add the port, which changes with each connection.
 */
export function clientNetwork(address: string): string {
  // The parser does not accept every interface name.
  const [, bracketed, numbers] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  const [plain = ''] = (bracketed ?? numbers ?? address).split('%')
  if (!isIPv6(plain)) return plain
  const parsed = ipaddr.IPv6.parse(plain)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const groups = parsed.parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/**
 * The neighborhood of a client's network: an IPv6 network's /48, or an IPv4 address's /24. One internet connection can
 * have that many networks, so work is shared out by neighborhood.
 */
export function neighborhoodOf(network: string): string {
  return network.replace(/\.\d+$/, '.0/24').replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48')
}

/**
 * A keyed digest of a client's network, for everything that outlasts a request. It allows comparisons but identifies
 * no one.
 */
export function networkKeyOf(authSecret: string, network: string): string {
  return createHmac('sha256', authSecret).update(`holder ${network}`).digest('base64url')
}

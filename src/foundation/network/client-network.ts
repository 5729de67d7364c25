import ipaddr from 'ipaddr.js'
import { isIPv6 } from 'node:net'

/**
 * What stands for a client in a limit: its IPv4 address, or the /64 network of its IPv6 address, because whoever has
 * one address of such a network has all of them. Some proxies name the port as well, which is another with each connection.
 */
export function clientNetwork(address: string): string {
  // The parser does not know every name that a network card may have.
  const [, bracketed, numbers] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  const [plain = ''] = (bracketed ?? numbers ?? address).split('%')
  if (!isIPv6(plain)) return plain
  const parsed = ipaddr.IPv6.parse(plain)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const groups = parsed.parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/**
 * The neighborhood of a client's network: the /48 of an IPv6 network, the /24 of an IPv4 address. One line has up to so many
 * networks, so that work which takes turns is taken in turn by neighborhoods.
 */
export function neighborhoodOf(network: string): string {
  return network.replace(/\.\d+$/, '.0/24').replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48')
}

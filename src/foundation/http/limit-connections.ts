import { BlockList, isIPv6, type Socket } from 'node:net'
import type { Server } from 'node:http'
import { clientNetwork } from '#foundation/client-network.ts'
import { createPlaces } from './places.ts'
import { refuseConnection, tooManyConnections } from './refuse-connection.ts'

/** Each takes some ten kilobytes while it is idle, and one of the files that the process may have open. */
const mostConnections = 10_000

/**
 * So many connections of one network at a time, whatever they ask or do not ask. Those of proxies in front are many
 * people's; their clients are told apart by what they ask.
 */
export function limitConnections(server: Server, ofNetwork: number, trustedProxies: readonly string[]): void {
  const proxies = blockListOf(trustedProxies)
  const places = createPlaces(mostConnections, ofNetwork)
  server.maxConnections = mostConnections
  // Before the server reads anything.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || proxies.check(remoteAddress, familyOf(remoteAddress))) return
    const place = places.take(clientNetwork(remoteAddress))
    if (place === undefined) {
      // It may leave before it has read that.
      socket.on('error', () => socket.destroy())
      refuseConnection(Object.assign(new Error('Too many connections'), { code: tooManyConnections }), socket)
      socket.destroySoon()
      return
    }
    socket.once('close', place.leave)
  })
}

function blockListOf(networks: readonly string[]): BlockList {
  const listed = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) listed.addAddress(address, familyOf(address))
    else listed.addSubnet(address, Number(prefix), familyOf(address))
  }
  return listed
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

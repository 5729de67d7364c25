import { BlockList, isIPv6, type Socket } from 'node:net'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { createPlaces, type Place } from './places.ts'
import { refuseConnection, tooManyConnections } from './refuse-connection.ts'

/**
 * So many connections of one network at a time, whatever they ask or do not ask. Where all are taken, one that waits for
 * no answer is given up for a newcomer: of the network that has most, the one that has been idle longest. Those of proxies
 * in front are many people's; their clients are told apart by what they ask.
 */
export function limitConnections(
  server: Server,
  inAll: number,
  ofNetwork: number,
  trustedProxies: readonly string[],
): void {
  const proxies = blockListOf(trustedProxies)
  const places = createPlaces(inAll, ofNetwork)
  const held = new WeakMap<Socket, { readonly place: Place; waiting: number }>()
  // What comes beyond is dropped unseen: with as many of proxies beside those that have places, none is.
  server.maxConnections = 2 * inAll
  // Before the server reads anything.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || proxies.check(remoteAddress, familyOf(remoteAddress))) return
    const place = places.take(clientNetwork(remoteAddress), () => socket.destroy())
    if (place === undefined) {
      // It may leave before it has read that.
      socket.on('error', () => socket.destroy())
      refuseConnection(Object.assign(new Error('Too many connections'), { code: tooManyConnections }), socket)
      socket.destroySoon()
      return
    }
    held.set(socket, { place, waiting: 0 })
    socket.once('close', place.leave)
  })
  // Before it is answered, which may be at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = held.get(socket)
    if (connection === undefined) return
    connection.waiting += 1
    connection.place.retain()
    response.once('close', () => {
      connection.waiting -= 1
      if (connection.waiting === 0) connection.place.offer(() => socket.destroy())
    })
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

import { BlockList, isIPv6, type Socket } from 'node:net'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { randomUUID } from 'node:crypto'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { ErrorBody } from '#foundation/http/contract/contract.ts'
import { networkIsBusy } from '#foundation/failures/failure.ts'
import { createPlaces, type Place } from './places.ts'

/**
 * Limits the connections of each network. If all slots are taken, a new connection replaces an idle one: of the network
 * with the most connections, the one that has been idle longest. A proxy's connections belong to many people, who are
 * distinguished by their requests.
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
  // Node closes further connections without a response. If there are as many proxies as slots, none are closed.
  server.maxConnections = 2 * inAll
  // This listener runs before the server reads anything.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || proxies.check(remoteAddress, familyOf(remoteAddress))) return
    const place = places.take(clientNetwork(remoteAddress), () => socket.destroy())
    if (place === undefined) {
      // The client may leave before it reads the response.
      socket.on('error', () => socket.destroy())
      refuseConnection(Object.assign(new Error('Too many connections'), { code: tooManyConnections }), socket)
      socket.destroySoon()
      return
    }
    held.set(socket, { place, waiting: 0 })
    socket.once('close', place.leave)
  })
  // This listener runs before the response, which may be immediate.
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

/** The error code for another connection from a network at its limit. */
const tooManyConnections = 'TOO_MANY_CONNECTIONS'

/** The limit for the URL and all headers together, in bytes. */
export const maximumHeaderSize = 16 * 1024

type ConnectionFailure = Error & { readonly code: string; readonly rawPacket?: unknown }

/** Rejects an unreadable HTTP request in the format of all errors, in English, and hangs up. */
export function refuseConnection(error: ConnectionFailure, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, code, message] = describe(error)
  const isForNow = status === 503
  const body = JSON.stringify({ code, message, requestId: randomUUID() } satisfies ErrorBody)
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      ...(isForNow ? ['retry-after: 2'] : []),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function describe({ code, rawPacket }: ConnectionFailure) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return [408, 'Request Timeout', 'too_slow', 'The request took too long'] as const
  }
  if (code === tooManyConnections) {
    return [503, 'Service Unavailable', 'overloaded', networkIsBusy()] as const
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return [400, 'Bad Request', 'unreadable', 'The request cannot be read'] as const
  }
  // The URL was too long if the first line alone exceeds the limit for all headers.
  const firstLine = Buffer.isBuffer(rawPacket) ? rawPacket.indexOf('\n') : 0
  const isAddress = firstLine === -1 || firstLine > maximumHeaderSize
  return isAddress
    ? ([414, 'URI Too Long', 'address_too_long', 'The address is too long'] as const)
    : ([
        431,
        'Request Header Fields Too Large',
        'headers_too_large',
        'The headers of the request are too large',
      ] as const)
}

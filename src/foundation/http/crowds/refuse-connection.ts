import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ErrorBody } from '../contract/contract.ts'
import { networkIsBusy } from '../../failures/failure.ts'

/** The code of the error with which a connection is refused whose network has enough of them. */
export const tooManyConnections = 'TOO_MANY_CONNECTIONS'

/** Of the address and all headers together, in bytes. */
export const maximumHeaderSize = 16 * 1024

type ConnectionFailure = Error & { readonly code: string; readonly rawPacket?: unknown }

/** Answers what is no readable HTTP request in the same form as every other refusal, and hangs up. */
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
    return [503, 'Service Unavailable', 'overloaded', networkIsBusy] as const
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return [400, 'Bad Request', 'unreadable', 'The request cannot be read'] as const
  }
  // What overflowed is the first line, and so the address, when that line alone is longer than all headers may be.
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

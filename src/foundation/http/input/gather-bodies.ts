import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { BodyTooLarge, Overloaded, UnreadableBody } from '../../failures/failure.ts'
import { whenOver } from '../when-over.ts'

/** The initial size of a body's buffer in bytes. It is doubled each time it is full. */
const firstRoom = 4 * 1024
/** The size up to which a body is never rejected or counted, because the number of running requests is limited. */
const smallRoom = 16 * 1024

/** A body in memory: its size, and how to reject it while it is arriving. */
type Held = { readonly network: string; room: number; giveUp: ((error: Error) => void) | undefined }

/**
 * Waits until a body has arrived and stores it in one buffer, because a body that arrives byte by byte would otherwise
 * use a hundred times its size in memory. Large bodies share `most` bytes until their requests are answered. Beyond
 * that, the largest arriving body of the network with the most is rejected, so that a flood hurts only its sender. A
 * request whose response is being read no longer has a body. Files, whose routes declare more time, are streamed, as
 * are unread bodies.
 */
export function gatherBodies(app: FastifyInstance, most: number): void {
  const held = new Map<FastifyRequest, Held>()
  let inAll = 0
  const take = (one: Held, room: number): void => {
    inAll += room - one.room
    one.room = room
  }
  const letGo = (request: FastifyRequest): void => {
    const one = held.get(request)
    if (one === undefined) return
    take(one, 0)
    held.delete(request)
  }
  const makeRoom = (): void => {
    if (inAll <= most) return
    const rooms = new Map<string, number>()
    for (const { network, room } of held.values()) rooms.set(network, (rooms.get(network) ?? 0) + room)
    const ofNetwork = ({ network }: Held) => rooms.get(network) ?? 0
    const onTheirWay = [...held.values()].filter(({ giveUp }) => giveUp !== undefined)
    for (const one of onTheirWay.toSorted(
      (first, second) => ofNetwork(second) - ofNetwork(first) || second.room - first.room,
    )) {
      if (inAll <= most) return
      one.giveUp?.(new Overloaded())
      take(one, 0)
    }
  }
  const gatherBody = async (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Readable,
    done: (error: Error | null, body?: Readable) => void,
  ): Promise<void> => {
    const one: Held = { network: clientNetwork(request.ip), room: 0, giveUp: undefined }
    held.set(request, one)
    whenOver(request, reply, () => letGo(request))
    let body: Buffer
    try {
      // A client that left during the checks is ignored.
      if (request.raw.destroyed) throw new UnreadableBody()
      body = await gather(payload, limitOf(request), one, (room) => {
        if (room <= smallRoom) return
        take(one, room)
        makeRoom()
      })
    } catch (error) {
      // More of the body may still arrive.
      reply.header('connection', 'close')
      return done(error instanceof Error ? error : new UnreadableBody())
    }
    done(null, Readable.from(body, { objectMode: false }))
  }
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { config } = request.routeOptions
    if (!isBodyAwaited(request) || config.bodyTime !== undefined) return done(null, payload)
    void gatherBody(request, reply, payload, done)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (held.has(request)) {
      letGo(request)
      request.body = undefined
    }
    done()
  })
}

/** Whether to wait for the request's body. A GET request needs none, even if its headers announce one. */
export function isBodyAwaited({ method, raw }: FastifyRequest): boolean {
  return hasBody(raw) && method !== 'GET' && method !== 'HEAD'
}

/** A request has a body only if one of these headers announces it (RFC 9112, 6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Rejects a body that is declared too large before reading any of it. */
function limitOf({ headers, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit
  if (Number(headers['content-length']) > limit) throw new BodyTooLarge()
  return limit
}

function gather(
  payload: Readable,
  limit: number,
  one: Held,
  onGrow: (room: number) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let body = Buffer.alloc(0)
    let length = 0
    const leave = (): void => {
      one.giveUp = undefined
      payload.off('data', onData).off('end', onEnd).off('error', onLost)
    }
    const giveUp = (error: Error): void => {
      leave()
      reject(error)
    }
    const onLost = (): void => giveUp(new UnreadableBody())
    const onEnd = (): void => {
      leave()
      resolve(body.subarray(0, length))
    }
    const onData = (chunk: Buffer): void => {
      if (length + chunk.length > limit) return giveUp(new BodyTooLarge())
      if (length + chunk.length > body.length) {
        const room = Math.max(2 * body.length, firstRoom, length + chunk.length)
        const larger = Buffer.allocUnsafe(Math.min(room, limit))
        body.copy(larger, 0, 0, length)
        body = larger
      }
      length += chunk.copy(body, length)
      if (body.length > one.room) onGrow(body.length)
    }
    one.giveUp = giveUp
    payload.on('data', onData).on('end', onEnd).on('error', onLost)
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { BodyTooLarge, Overloaded, UnreadableBody } from '../../failures/failure.ts'
import { whenOver } from '../when-over.ts'

/** Room that a body is given at first, and twice as much each time that it is full; in bytes. */
const firstRoom = 4 * 1024
/** What takes no more room than this is never refused, and not counted: requests that are under way are bounded. */
const smallRoom = 16 * 1024

/** A body that is in memory: how much room it has, and how it is given up while it is still on its way. */
type Held = { readonly network: string; room: number; giveUp: ((error: Error) => void) | undefined }

/**
 * Has each body arrive whole before anything looks at it, in one piece of memory: a body that comes byte by byte would
 * else take a hundred times its size. Together the large ones may take `most` bytes until their requests are answered;
 * where more arrives, the largest on its way is refused, of the network that has most, so that whoever sends much to be in
 * the way of others is in their own. An answer that only waits to be read keeps no body. Files, whose routes say how long their bodies may take, pass
 * through, as does what nobody reads.
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
      // Whoever left while the request was judged is heard no more.
      if (request.raw.destroyed) throw new UnreadableBody()
      body = await gather(payload, limitOf(request), one, (room) => {
        if (room <= smallRoom) return
        take(one, room)
        makeRoom()
      })
    } catch (error) {
      // More of it may be on its way.
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

/** Whether the request has a body that is waited for: what is only asked for needs none, whatever is announced. */
export function isBodyAwaited({ method, raw }: FastifyRequest): boolean {
  return hasBody(raw) && method !== 'GET' && method !== 'HEAD'
}

/** A request has a body only where one of these announces it. (RFC 9112, 6.3) */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Refuses a body that says to be too large, before any of it is read. */
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

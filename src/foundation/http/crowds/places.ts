import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { NetworkBusy, Overloaded } from '#foundation/failures/failure.ts'
import { isBodyAwaited } from '#foundation/http/input/gather-bodies.ts'
import { whenOver } from '#foundation/http/when-over.ts'

/** A slot that is taken until its holder leaves. Leaving twice has no effect. */
export type Place = {
  readonly leave: () => void
  /** Marks the slot as busy, so that it cannot be taken away. */
  readonly retain: () => void
  /** Marks the slot as idle, so that it can be taken away, after all earlier ones. */
  readonly offer: (hangUp: () => void) => void
}

export type Places = {
  /**
   * Takes a slot, or returns undefined if none is left. When all are taken, the network with the most slots loses an
   * idle one (`hangUp`), unless the newcomer's network has as many. A slot that starts busy must be within the
   * network's share, which shrinks as slots run out.
   */
  readonly take: (network: string, hangUp?: () => void) => Place | undefined
  readonly isFullFor: (network: string) => boolean
}

type Taken = { hangUp: (() => void) | undefined }

/**
 * A total number of slots, and a share for the clients of each network, so that no one can keep all others out. Only
 * taken slots are stored: a network without a slot takes no memory.
 */
export function createPlaces(inAll: number, ofNetwork: number): Places {
  const networks = new Map<string, Set<Taken>>()
  let count = 0

  const leave = (network: string, taken: Taken): void => {
    const own = networks.get(network)
    if (own?.delete(taken) !== true) return
    count -= 1
    if (own.size === 0) networks.delete(network)
  }

  const countOf = (network: string) => networks.get(network)?.size ?? 0

  /**
   * Frees the oldest idle slot of the network with the most slots. A network without a slot gets the oldest even if
   * every other has only one, because an attacker can use thousands of networks with an IPv6 prefix.
   */
  const makeRoom = (newcomer: string): void => {
    const own = countOf(newcomer)
    let size = own === 0 ? 0 : own + 1
    let found: { readonly network: string; readonly taken: Taken } | undefined
    for (const [network, all] of networks) {
      if (all.size <= size) continue
      const taken = firstOffered(all)
      if (taken === undefined) continue
      size = all.size
      found = { network, taken }
    }
    if (found === undefined) return
    leave(found.network, found.taken)
    found.taken.hangUp?.()
  }

  /**
   * Once half of the slots are taken, each share shrinks with the square of the number left, so that it takes a hundred
   * networks to fill all slots and not just ten.
   */
  const isScarceFor = (network: string): boolean => {
    const free = Math.min(1, (inAll - count) / (inAll / 2))
    return ofNetwork < inAll && countOf(network) >= Math.max(1, ofNetwork * free ** 2)
  }

  return {
    take(network, hangUp) {
      if (countOf(network) >= ofNetwork) return undefined
      if (hangUp === undefined && isScarceFor(network)) return undefined
      if (count >= inAll) makeRoom(network)
      if (count >= inAll) return undefined
      const taken: Taken = { hangUp }
      networks.set(network, (networks.get(network) ?? new Set()).add(taken))
      count += 1
      return {
        leave: () => leave(network, taken),
        retain: () => void (taken.hangUp = undefined),
        offer(hangUpNow) {
          const own = networks.get(network)
          if (own?.delete(taken) !== true) return
          taken.hangUp = hangUpNow
          own.add(taken)
        },
      }
    },
    isFullFor: (network) => countOf(network) >= ofNetwork,
  }
}

function firstOffered(all: ReadonlySet<Taken>): Taken | undefined {
  for (const taken of all) if (taken.hangUp !== undefined) return taken
  return undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Which slots the route uses: `webhooks` are for the provider's events, and `nowhere` means none, for
     * health checks and routes with their own limit.
     */
    places?: 'webhooks' | 'nowhere'
  }
}

/** The slots for one kind of request. */
type Kind = { readonly bodies: Places; readonly answering: Places }

/**
 * Counts each request for its network: while its body arrives, while it is being answered, and while its
 * response is being read. A deliberately slow client fills only the share of its own network.
 */
export function takePlaces(app: FastifyInstance, crowds: CrowdLimits): void {
  const limits = crowdLimits(crowds)
  const reading = createPlaces(...limits.reading)
  const usual = { bodies: createPlaces(...limits.bodies), answering: createPlaces(...limits.answering) }
  const webhooks = {
    bodies: createPlaces(...limits.webhookBodies),
    answering: createPlaces(...limits.webhooks),
  }
  const places = new WeakMap<FastifyRequest, Place>()

  /** If no slot is left, the request keeps its current one. */
  const moveTo = (request: FastifyRequest, place: Place | undefined): void => {
    if (place === undefined) return places.get(request)?.retain()
    places.get(request)?.leave()
    places.set(request, place)
  }

  const enter = (kind: Kind, request: FastifyRequest, reply: FastifyReply): void => {
    const network = clientNetwork(request.ip)
    const isAwaited = isBodyAwaited(request)
    const isShareTaken = [kind.answering, reading, ...(isAwaited ? [kind.bodies] : [])].some((of) =>
      of.isFullFor(network),
    )
    if (isShareTaken) throw new NetworkBusy()
    const place = isAwaited
      ? kind.bodies.take(network, () => hangUpOn(request, reply))
      : kind.answering.take(network)
    if (place === undefined) throw new Overloaded()
    places.set(request, place)
    whenOver(request, reply, () => {
      places.get(request)?.leave()
      places.delete(request)
    })
    if (!isAwaited) return
    request.raw.once('end', () => {
      // Some requests are answered before all of their body has arrived.
      if (places.has(request) && !reply.sent) moveTo(request, kind.answering.take(network))
    })
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { places: where } = request.routeOptions.config
    if (where === 'nowhere') return done()
    try {
      enter(where === 'webhooks' ? webhooks : usual, request, reply)
    } catch (error) {
      // More of the body may arrive, but nothing waits for it.
      if (isBodyAwaited(request)) reply.header('connection', 'close')
      return done(error instanceof Error ? error : new Overloaded())
    }
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (places.has(request)) {
      moveTo(
        request,
        reading.take(clientNetwork(request.ip), () => hangUpOn(request, reply)),
      )
    }
    done()
  })
}

function hangUpOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!reply.raw.headersSent) reply.hijack()
  raw.socket.destroy()
}

/** How many requests can be served at the same time. */
export type CrowdLimits = {
  /** The limit of requests in progress. Others are asked to come back later. */
  readonly inAll: number
  /** The limit for one network: an IPv4 address, or the /64 of an IPv6 address. */
  readonly ofNetwork: number
}

/**
 * The usual limits. One network gets a tenth, which is enough for an office of sixty people behind one IP address, or
 * for many people behind a mobile carrier's.
 */
export const usualCrowds: CrowdLimits = { inAll: 1_000, ofNetwork: 100 }

/** Limits without shares for networks. Load tests need them, because they come from one IP address. */
export const noShares: CrowdLimits = { ...usualCrowds, ofNetwork: Infinity }

/** Limits derived from the others. Waiting for a body or for a reader costs little and delays no one. */
export function crowdLimits({ inAll, ofNetwork }: CrowdLimits) {
  return {
    answering: [inAll, ofNetwork],
    /**
     * Bodies that are still arriving. A buyer's body arrives together with the request, but a part of a file can take
     * minutes.
     */
    bodies: [inAll / 2, ofNetwork / 2],
    /**
     * Responses that are being read: enough for sixty people behind one IP address who each watch a lesson while they
     * browse.
     */
    reading: [inAll, 2 * ofNetwork],
    /** The provider's webhooks, which other requests must not delay. */
    webhooks: [inAll / 2, ofNetwork],
    webhookBodies: [inAll / 2, ofNetwork / 2],
    /**
     * Open connections. A browser opens six without a proxy. Each takes one of the process's file handles and, while
     * idle, about ten kilobytes.
     */
    connections: [10 * inAll, 5 * ofNetwork],
  } as const
}

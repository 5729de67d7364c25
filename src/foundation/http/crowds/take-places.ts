import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { crowdLimits, type CrowdLimits } from './crowd-limits.ts'
import { NetworkBusy, Overloaded } from '../../failures/failure.ts'
import { isBodyAwaited } from '../input/gather-bodies.ts'
import { createPlaces, type Place, type Places } from './places.ts'
import { whenOver } from '../when-over.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Where the route's requests are counted if not among all others: the provider's `webhooks` by themselves; `nowhere`
     * what says whether the process is well, and what has a bound of its own.
     */
    places?: 'webhooks' | 'nowhere'
  }
}

/** Where requests of one kind are counted. */
type Kind = { readonly bodies: Places; readonly answering: Places }

/**
 * Counts each request for the network that it comes from: while its body is on its way, while it is being answered, and
 * while its answer waits to be read. Whoever is slow on purpose fills the share of their own network and no other's.
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

  /** Where there is no place left, the one that it has stays taken. */
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
      // Some are answered before all of them is there.
      if (places.has(request) && !reply.sent) moveTo(request, kind.answering.take(network))
    })
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { places: where } = request.routeOptions.config
    if (where === 'nowhere') return done()
    try {
      enter(where === 'webhooks' ? webhooks : usual, request, reply)
    } catch (error) {
      // More of its body may be on its way, which nobody waits for.
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

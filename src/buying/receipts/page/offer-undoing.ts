import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listAcceptedOffers } from '#buying/upsells/accepted-offers.ts'
import { findOrder } from '#buying/upsells/find-order.ts'
import { undoOffer } from '#buying/upsells/undo-offer.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Services } from '#registry/services.ts'
import { purchaseSecret } from '#payments/purchases/records/purchase-secret.ts'
import { describeAddedOffers } from './added-offers.ts'
import type { AddedOffer } from './purchase-data.ts'
import { listOfferReceipts, type Receipt } from '../store.ts'

const undoQuery = z.object({ key: z.string().catch('') })

/** The accepted offers of an order as its page shows them. */
export async function addedOffersOf(
  services: Services,
  receipt: Receipt,
  secret: string,
): Promise<readonly AddedOffer[]> {
  if (receipt.kind !== 'order') return []
  const receipts = await listOfferReceipts(services.db, receipt.id)
  const accepted = await listAcceptedOffers(services, receipt)
  const key = purchaseSecret(secret, receipt)
  const undoPath = (offerId: string) => `/purchases/${receipt.id}/offers/${offerId}/undo?key=${key}`
  return describeAddedOffers(receipts, accepted, { secret, undoPath }, services.clock.now())
}

/**
 * The button of the purchase page that undoes an offer: a form without fields, since the page runs no script. However it
 * ends, the page shows how things stand.
 */
export function registerOfferUndoing(app: FastifyInstance, services: Services, { authSecret }: Config): void {
  void app.register(async (scope) => {
    await scope.register(formbody)
    scope.post<{ Params: { id: string; offerId: string } }>(
      '/purchases/:id/offers/:offerId/undo',
      { config: { access: 'anyone' }, schema: { hide: true } },
      async (request, reply) => {
        const { id, offerId } = request.params
        const { key } = undoQuery.parse(request.query)
        const back = new URLSearchParams({ key })
        try {
          await undoOffer(services, await findOrder(services, authSecret, id, key), offerId)
        } catch (error) {
          services.log.warn({ err: error, purchase: id }, 'an offer was not undone')
          back.set('undo', 'failed')
        }
        return reply.redirect(`/purchases/${encodeURIComponent(id)}?${back.toString()}`, 303)
      },
    )
  })
}

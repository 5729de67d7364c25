import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { answerToPaying } from '#payments/purchases/settle/purchase-outcome.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { acceptOffer } from './accept-offer.ts'
import { listAcceptedOffers } from './accepted-offers.ts'
import type { OfferSequence, upsellsContract } from './contract.ts'
import { declineOffer } from './decline-offer.ts'
import { describeShown } from './describe-shown.ts'
import { findOrder } from './find-order.ts'
import { showOffer } from './show-offer.ts'
import { findSavedCard } from './store.ts'
import { undoOffer } from './undo-offer.ts'

export function upsellsHandlers(
  services: PaymentServices,
  authSecret: string,
  limiter: Limiter,
): Handlers<typeof upsellsContract> {
  const sequenceOf = async (order: Purchase): Promise<OfferSequence> => {
    const current = await showOffer(services, order)
    const [card, accepted] = await Promise.all([
      findSavedCard(services.db, order.id),
      listAcceptedOffers(services, order),
    ])
    const offer = current === undefined ? null : describeShown(order, current, card !== undefined)
    return { offer, accepted, now: services.clock.now().getTime() }
  }
  return {
    async showOffer({ params, body }) {
      return sequenceOf(await findOrder(services, authSecret, params.id, body.secret))
    },

    async acceptOffer({ params, body, headers, request }) {
      const order = await findOrder(services, authSecret, params.id, body.secret)
      const network = clientNetwork(request.ip)
      await limiter.take([{ rule: 'payFromAddress', subject: network }])
      const charged = await acceptOffer(services, order, {
        shownId: params.offerId,
        paymentMethodId: body.paymentMethodId,
        confirmationToken: body.confirmationToken,
        idempotencyKey: headers['idempotency-key'],
        // What cost nothing, anybody can order as often as they like.
        attempt: { network, quoteId: null, proof: null, hasPaid: order.paymentMethodId !== null },
      })
      return answerToPaying(authSecret, charged, { successMessage: null, redirectUrl: null })
    },

    async declineOffer({ params, body }) {
      const order = await findOrder(services, authSecret, params.id, body.secret)
      await declineOffer(services, order, params.offerId)
      return sequenceOf(order)
    },

    async undoOffer({ params, body }) {
      const order = await findOrder(services, authSecret, params.id, body.secret)
      await undoOffer(services, order, params.offerId)
      const undone = (await listAcceptedOffers(services, order)).find(({ id }) => id === params.offerId)
      if (undone === undefined) throw new NotFound()
      return undone
    },
  }
}

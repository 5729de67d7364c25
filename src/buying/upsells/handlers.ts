import { recordPending } from '#foundation/events/pending-events.ts'
import { found } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { answerToPaying } from '#payments/purchases/settle/outcome.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { findPurchaseById, lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { listPrice } from '#payments/pricing/recurrence.ts'
import { acceptOffer, closeTry } from './accept-offer.ts'
import { listAcceptedOffers, undoOffer } from './accepted-offers.ts'
import type { OfferSequence, ShownOffer, upsellsContract } from './contract.ts'
import { findOrder } from './find-order.ts'
import { closeShown, findSavedCard, findShown } from './store.ts'
import { isUnanswered, isUnderWay, type CurrentOffer, showOffer } from './sequence.ts'

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
        // A free order proves nothing about the buyer, because anyone can place as many as they like.
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
      return found((await listAcceptedOffers(services, order)).find(({ id }) => id === params.offerId))
    },
  }
}

/**
 * Declines an offer. An attempt to pay for it is first closed on Stripe, so that it cannot be charged after
 * all. If it has succeeded by then, or its outcome is unknown, the offer is not declined.
 */
async function declineOffer(services: PaymentServices, order: Purchase, shownId: string): Promise<void> {
  const shown = found(await findShown(services.db, order.id, shownId))
  const last = shown.purchaseId === null ? undefined : await findPurchaseById(services.db, shown.purchaseId)
  if (last !== undefined) await closeTry(services, last, 'offer declined')
  await inTransaction(services.db, async (tx) => {
    await lockPurchase(tx, order.id)
    const current = await findShown(tx, order.id, shownId)
    if (current === undefined || !isUnanswered(current) || isUnderWay(current)) return
    const at = services.clock.now()
    await closeShown(tx, current.id, 'declined', at)
    const { id: purchaseId, sellerId } = order
    const objectId = current.offerId ?? current.bumpId ?? current.id
    await recordPending(tx, { type: 'offer.declined', sellerId, objectId, purchaseId, at })
  })
}

function describeShown(
  { currency, couponCode }: Purchase,
  { shown, count }: CurrentOffer,
  hasSavedCard: boolean,
): ShownOffer {
  const { id, title, description, image, acceptButtonText, declineButtonText, translated } = shown
  const { subtotal, taxAmount, total, taxTitle, taxPercentage, taxInclusive } = shown
  const { discountAmount } = shown
  const amounts = { subtotal, taxAmount, total }
  const rate = taxPercentage === null ? null : { percentage: taxPercentage, inclusive: taxInclusive ?? false }
  return {
    id,
    title,
    description,
    image,
    acceptButtonText,
    declineButtonText,
    translated,
    price: { ...amounts, currency, lines: [{ kind: 'offer', title, ...amounts }] },
    tax: rate && { title: taxTitle ?? '', ...rate },
    without:
      couponCode === null || discountAmount === 0
        ? null
        : { code: couponCode, ...listPrice({ ...amounts, discountAmount }, rate, currency) },
    position: shown.position + 1,
    count,
    needsCard: total > 0 && !hasSavedCard,
  }
}

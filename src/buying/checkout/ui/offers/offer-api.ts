import type { AcceptedOffer, OfferSequence } from '#buying/upsells/contract.ts'
import type { Receipt } from '../payment/flow.ts'
import { isRecord } from '../payment/is-record.ts'
import { payApi, payBy, send, type PayApi } from '../payment/pay-api.ts'

/** The order that the offers follow, with the secret that only its buyer has. */
type Order = Pick<Receipt, 'purchaseId' | 'secret'>

/**
 * The delays in milliseconds before a request without a response is repeated. All these requests are safe to
 * repeat.
 */
const retryDelays = [500, 1500, 4000]

/** The offer that the buyer must decide on, or null if the server cannot be reached. */
export function askForOffer(order: Order): Promise<OfferSequence | null> {
  return persist(order, 'current', isSequence)
}

/** Declines an offer and returns the next one, if there is one. */
export function declineOffer(order: Order, offerId: string): Promise<OfferSequence | null> {
  return persist(order, `${encodeURIComponent(offerId)}/decline`, isSequence)
}

/** Undoes an accepted offer, or returns null if that failed. */
export function undoOffer(order: Order, offerId: string): Promise<AcceptedOffer | null> {
  return persist(order, `${encodeURIComponent(offerId)}/undo`, isAccepted)
}

/** Pays for an offer through the same interface as a form. Only the payment method from the body is used. */
export function offerPayApi(order: Order, offerId: string): PayApi {
  const path = pathOf(order, `${encodeURIComponent(offerId)}/accept`)
  return {
    ...payApi,
    payForm: ({ paymentMethodId, confirmationToken }, key) =>
      payBy(path, { secret: order.secret, paymentMethodId, confirmationToken }, key),
  }
}

async function persist<Result>(
  order: Order,
  path: string,
  isResult: (json: unknown) => json is Result,
): Promise<Result | null> {
  for (const delay of [...retryDelays, null]) {
    const reply = await send(pathOf(order, path), { secret: order.secret })
    if (reply !== null && reply.status < 400) return isResult(reply.json) ? reply.json : null
    const isRefused = reply !== null && reply.status < 500 && reply.status !== 429
    if (isRefused || delay === null) return null
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
  return null
}

function pathOf({ purchaseId }: Order, path: string): string {
  return `/api/stripe/purchases/${encodeURIComponent(purchaseId)}/offers/${path}`
}

/** Responses come from our own server, so a rough check is enough. */
function isSequence(json: unknown): json is OfferSequence {
  if (!isRecord(json) || !Array.isArray(json['accepted']) || typeof json['now'] !== 'number') return false
  const { offer } = json
  return offer === null || (isRecord(offer) && typeof offer['id'] === 'string' && isRecord(offer['price']))
}

function isAccepted(json: unknown): json is AcceptedOffer {
  return isRecord(json) && typeof json['id'] === 'string' && typeof json['total'] === 'number'
}

import { z } from 'zod'
import { confirmationTokenId, paymentMethodId } from '#foundation/card-provider/ids.ts'
import { idempotencyKey, idInPath, idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { price } from '#payments/pricing/price.ts'
import { keyFailures, paymentFailures, purchaseOutcome } from '#payments/purchases/contract.ts'
import { refundFailures } from '#payments/refunds/contract.ts'

/** The default texts of an offer's buttons, which the specification prescribes. */
export const defaultAcceptButtonText = 'Yes , please'
export const defaultDeclineButtonText = 'No thanks'

/** An offer as its buyer sees it. Its price holds for as long as it can be accepted. */
export const shownOffer = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string(),
  acceptButtonText: z.string(),
  declineButtonText: z.string(),
  /** The offer's texts that are in the order's language. The others are in the seller's own language. */
  translated: z.array(z.string()),
  price,
  tax: z.object({ title: z.string(), percentage: z.string(), inclusive: z.boolean() }).nullable(),
  /** The price without the order's coupon, or null if the coupon does not lower it. */
  without: z
    .object({
      code: z.string(),
      subtotal: z.number().int(),
      taxAmount: z.number().int(),
      total: z.number().int(),
    })
    .nullable(),
  /**
   * The offer's place in the sequence, such as "1 of 3". The sequence can become shorter, but never longer than the
   * number of offers that the purchase allows.
   */
  position: z.number().int(),
  count: z.number().int(),
  /**
   * Whether the buyer must provide a card or a wallet, for example after a method that cannot be charged again.
   * Otherwise the last card that paid is charged.
   */
  needsCard: z.boolean(),
})
export type ShownOffer = z.output<typeof shownOffer>

/** An offer that was paid. Times are in milliseconds. */
export const acceptedOffer = z.object({
  id: z.string(),
  purchaseId: z.string(),
  title: z.string(),
  total: z.number().int(),
  currency: z.string(),
  /** Until when the buyer can undo the offer, or null if they cannot. */
  undoableUntil: z.number().int().nullable(),
  /** Whether the buyer can undo the offer only until they open one of its files. */
  endsWithOpening: z.boolean(),
  /** The offer's refund. `pending` means that it has not arrived yet. */
  refund: z.enum(['pending', 'refunded']).nullable(),
  isUndone: z.boolean(),
})
export type AcceptedOffer = z.output<typeof acceptedOffer>

/** The offer that the buyer must decide on, or null if there are no more. */
export const offerSequence = z.object({
  offer: shownOffer.nullable(),
  accepted: z.array(acceptedOffer),
  /** The server's time, in milliseconds. */
  now: z.number().int(),
})
export type OfferSequence = z.output<typeof offerSequence>

const offerParams = idParams.extend({ offerId: idInPath })
const secret = z.string().max(255)

export const upsellsContract = {
  showOffer: {
    method: 'POST',
    path: '/stripe/purchases/:id/offers/current',
    summary:
      'Shows the offer that is waiting for a decision after a paid order, or else the next one. Safe to repeat',
    access: 'anyone',
    params: idParams,
    body: z.object({ secret }),
    failures: keyFailures,
    ok: { status: 200, schema: offerSequence },
  },
  acceptOffer: {
    method: 'POST',
    path: '/stripe/purchases/:id/offers/:offerId/accept',
    summary:
      'Pays for an offer that was shown. Repeating it charges nothing more. Send an Idempotency-Key and reuse it for retries. To use another card than the last one, send `paymentMethodId`, or the page’s token as `confirmationToken`',
    access: 'anyone',
    params: offerParams,
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    body: z.object({
      secret,
      paymentMethodId: paymentMethodId.nullable().default(null),
      confirmationToken: confirmationTokenId.nullable().default(null),
    }),
    failures: {
      ...paymentFailures,
      ...keyFailures,
      offer_over: 410,
      quote_needed: 428,
      tax_unavailable: 503,
    },
    ok: { status: 200, schema: purchaseOutcome },
  },
  declineOffer: {
    method: 'POST',
    path: '/stripe/purchases/:id/offers/:offerId/decline',
    summary: 'Declines an offer and shows the next one. Safe to repeat',
    access: 'anyone',
    params: offerParams,
    body: z.object({ secret }),
    failures: keyFailures,
    ok: { status: 200, schema: offerSequence },
  },
  undoOffer: {
    method: 'POST',
    path: '/stripe/purchases/:id/offers/:offerId/undo',
    summary: 'Refunds an accepted offer in full, within 15 minutes. Safe to repeat',
    access: 'anyone',
    params: offerParams,
    body: z.object({ secret }),
    failures: { ...refundFailures, ...keyFailures, undo_over: 409 },
    ok: { status: 200, schema: acceptedOffer },
  },
} as const satisfies Contract

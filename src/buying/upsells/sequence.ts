import type { Coupon } from '#payments/pricing/discount.ts'
import { priceOffer, type OfferPrice } from '#payments/pricing/price-offer.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { defaultAcceptButtonText, defaultDeclineButtonText } from './contract.ts'
import type { Sequence, ShownOfferRow } from './store.ts'

/** How long after the payment its buyer can take offers, in milliseconds. */
const sequenceLifetime = 60 * 60 * 1000

/** Something that can be shown to the buyer of an order now, as it is recorded then. */
export type Candidate = OfferPrice & {
  readonly offerId: string | null
  readonly bumpId: string | null
  readonly title: string
  readonly description: string
  readonly image: string
  readonly acceptButtonText: string
  readonly declineButtonText: string
  readonly taxTitle: string | null
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
}

/** Whether offers can still be taken with an order: for an hour, unless all of its money went back. */
export function isOpenForOffers({ kind, status, paidAt }: Purchase, now: Date): boolean {
  const isPaid = status === 'paid' || status === 'partially_refunded'
  return kind === 'order' && isPaid && paidAt !== null && now.getTime() - paidAt.getTime() < sequenceLifetime
}

/**
 * What can be sold with an order: the form's offer, then its sequence; nothing that a card cannot be charged. After a
 * payment that a bank has had for days only what costs nothing: it may still be called back. A `coupon` lowers each, unless
 * that leaves less than a card can be charged.
 */
export function candidatesOf(order: Purchase, sequence: Sequence | undefined, coupon?: Coupon): Candidate[] {
  const isSellable =
    sequence?.onboardingStatus === 'completed' &&
    sequence.sellerPlan !== null &&
    !sequence.isSuspended &&
    sequence.stripeAccountId === order.stripeAccountId
  if (sequence === undefined || !isSellable) return []
  const { offer, bumps, tax } = sequence
  const rate = {
    taxTitle: tax?.title ?? null,
    taxPercentage: tax?.percentage ?? null,
    taxInclusive: tax?.inclusive ?? null,
  }
  const items = [
    ...(offer === null ? [] : [{ ...offer, offerId: offer.id, bumpId: null }]),
    ...bumps.map((bump) => ({
      ...bump,
      acceptButtonText: defaultAcceptButtonText,
      declineButtonText: defaultDeclineButtonText,
      offerId: null,
      bumpId: bump.id,
    })),
  ]
  return items.flatMap(
    ({ offerId, bumpId, title, description, image, acceptButtonText, declineButtonText, amount }) => {
      const words = { title, description, image, acceptButtonText, declineButtonText }
      const price = priceOffer(amount, tax, order.currency, coupon, order.settlesBy === null)
      return price === undefined ? [] : [{ offerId, bumpId, ...words, ...rate, ...price }]
    },
  )
}

/** Whether a shown offer and something on sale are the same thing. */
export function isSameItem(
  one: Pick<Candidate, 'offerId' | 'bumpId'>,
  other: Pick<Candidate, 'offerId' | 'bumpId'>,
): boolean {
  return one.offerId === other.offerId && one.bumpId === other.bumpId
}

/** Whether a shown offer waits for its buyer: neither paid, nor with their bank, nor closed. */
export function isUnanswered({ status, closedAs }: ShownOfferRow): boolean {
  const isTaken = status !== null && (wasPaid(status) || status === 'processing')
  return closedAs === null && !isTaken
}

/** Whether a try to pay an offer may still take money, or has. */
export function isUnderWay({ status }: Pick<ShownOfferRow, 'status'>): boolean {
  return status === 'created' || status === 'unknown' || status === 'requires_action'
}

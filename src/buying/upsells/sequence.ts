import type { Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { translate, type Translated } from '#foundation/language/translations.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import { type OfferPrice, priceOffer } from '#payments/pricing/price-offer.ts'
import { type Purchase, wasPaid } from '#payments/purchases/purchase.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { couponForOffers } from '#payments/coupons/find-coupon.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import {
  closeShown,
  insertShown,
  listShown,
  loadSequence,
  type Sequence,
  type ShownOfferRow,
} from './store.ts'

/** How long after the payment the buyer can accept offers, in milliseconds. */
const sequenceLifetime = 60 * 60 * 1000

export type Candidate = OfferPrice & {
  readonly offerId: string | null
  readonly bumpId: string | null
  readonly title: string
  /** In the seller's own words; null: the same. */
  readonly sellerTitle: string | null
  /** The texts in the order's language. */
  readonly translated: string[]
  readonly description: string
  readonly image: string
  readonly acceptButtonText: string
  readonly declineButtonText: string
  readonly taxTitle: string | null
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
}

/** Whether an order can still have offers: for an hour, unless it was fully refunded. */
export function isOpenForOffers({ kind, status, paidAt }: Purchase, now: Date): boolean {
  const isPaid = status === 'paid' || status === 'partially_refunded'
  return kind === 'order' && isPaid && paidAt !== null && now.getTime() - paidAt.getTime() < sequenceLifetime
}

/**
 * The items offered after an order: the form's offer, then its sequence, except those whose price a card cannot pay.
 * After a payment that a bank has had for days only free ones: it may still be reversed. A `coupon` lowers each,
 * unless less than the card minimum is left.
 */
export function candidatesOf(order: Purchase, sequence: Sequence | undefined, coupon?: Coupon): Candidate[] {
  const isSellable =
    sequence?.onboardingStatus === 'completed' &&
    sequence.sellerPlan !== null &&
    !sequence.isSuspended &&
    sequence.stripeAccountId === order.stripeAccountId
  if (sequence === undefined || !isSellable) return []
  const { offer, bumps, tax } = sequence
  const isOwn = order.language === sequence.contentLanguage
  const toldTax = tax === null || isOwn ? tax : translate(tax, order.language)
  const rate = {
    taxTitle: toldTax?.title ?? null,
    taxPercentage: tax?.percentage ?? null,
    taxInclusive: tax?.inclusive ?? null,
  }
  const buttons = { acceptButtonText: t('Yes , please'), declineButtonText: t('No thanks') }
  const items = [
    ...(offer === null ? [] : [{ ...offer, offerId: offer.id, bumpId: null }]),
    ...bumps.map((bump) => ({ ...bump, ...buttons, offerId: null, bumpId: bump.id })),
  ]
  return items.flatMap((item) => {
    const told: typeof item & Translated = isOwn ? item : translate(item, order.language)
    const { offerId, bumpId, title, description, image, acceptButtonText, declineButtonText, amount } = told
    const { translated = [] } = told
    const sellerTitle = title === item.title ? null : item.title
    const words = { title, sellerTitle, description, image, acceptButtonText, declineButtonText }
    const price = priceOffer(amount, tax, order.currency, coupon, order.settlesBy === null)
    return price === undefined
      ? []
      : [{ offerId, bumpId, ...words, translated: [...translated], ...rate, ...price }]
  })
}

export function isSameItem(
  one: Pick<Candidate, 'offerId' | 'bumpId'>,
  other: Pick<Candidate, 'offerId' | 'bumpId'>,
): boolean {
  return one.offerId === other.offerId && one.bumpId === other.bumpId
}

/** Whether a shown offer waits for the buyer: not paid, not with their bank, not closed. */
export function isUnanswered({ status, closedAs }: ShownOfferRow): boolean {
  const isTaken = status !== null && (wasPaid(status) || status === 'processing')
  return closedAs === null && !isTaken
}

/** Whether a try to pay an offer may still be charged. */
export function isUnderWay({ status }: Pick<ShownOfferRow, 'status'>): boolean {
  return status === 'created' || status === 'unknown' || status === 'requires_action'
}

export type CurrentOffer = { readonly shown: ShownOfferRow; readonly count: number }

/**
 * Shows an order's buyer the offer that waits for a decision, or the next one, up to the number the purchase allows. It
 * is recorded as shown at that moment, price and tax included, and stays so. Offers the seller withdrew before they
 * were accepted are skipped. Undefined when the sequence is over.
 */
export async function showOffer(services: Services, order: Purchase): Promise<CurrentOffer | undefined> {
  const now = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    await lockPurchase(tx, order.id)
    const shown = await listShown(tx, order.id)
    const waiting = shown.find(isUnanswered)
    if (waiting !== undefined && isUnderWay(waiting)) return { shown: waiting, count: shown.length }
    if (!isOpenForOffers(order, now)) return undefined
    const sequence = await loadSequence(tx, order)
    // The payment may not come to that: a shown offer is not closed yet.
    if (sequence?.isGoingBack === true) return undefined
    const candidates = candidatesOf(order, sequence, await couponLeft(tx, order, shown))
    const unseen = candidates.filter((item) => !shown.some((row) => isSameItem(row, item)))
    const count = Math.min(shown.length + unseen.length, order.oneTimeOfferCount)
    if (waiting !== undefined) {
      const isOnSale = candidates.some((item) => isSameItem(waiting, item))
      if (isOnSale) return { shown: waiting, count }
      await closeShown(tx, waiting.id, 'withdrawn', now)
    }
    const [next] = unseen
    if (next === undefined || shown.length >= order.oneTimeOfferCount) return undefined
    const position = shown.length
    await insertShown(tx, {
      ...next,
      id: newId(),
      sellerId: order.sellerId,
      orderId: order.id,
      position,
      shownAt: now,
    })
    const added = (await listShown(tx, order.id)).at(-1)
    return added && { shown: added, count }
  })
}

/** The order's coupon's discount on its next offer: an amount already used is gone. */
async function couponLeft(
  tx: Transaction<Database>,
  order: Purchase,
  shown: readonly ShownOfferRow[],
): Promise<Coupon | undefined> {
  if (order.couponCode === null) return undefined
  // After a trial, its part of the full payments is not part of the order's price.
  const subscription = await subscriptionOfOrder(tx, order)
  const ofTrial = subscription !== undefined && subscription.trialDays > 0 ? subscription.discountAmount : 0
  const taken = shown.filter(({ status }) => status !== null && (wasPaid(status) || status === 'processing'))
  const ofOrder = order.discountAmount + ofTrial
  const discountAmount = taken.reduce((sum, row) => sum + row.discountAmount, ofOrder)
  return couponForOffers(tx, { ...order, discountAmount })
}

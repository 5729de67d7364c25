import { inTransaction } from '#foundation/db/database.ts'
import type { Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { couponForOffers } from '#payments/coupons/coupon-of-order.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { candidatesOf, isOpenForOffers, isSameItem, isUnanswered, isUnderWay } from './sequence.ts'
import { closeShown, insertShown, listShown, loadSequence, lockOrder, type ShownOfferRow } from './store.ts'

/** The offer of an order that waits for an answer, and how long the sequence is as far as can be told. */
export type CurrentOffer = { readonly shown: ShownOfferRow; readonly count: number }

/**
 * Shows an order's buyer the offer that waits for an answer, or the next one, at most as many as the purchase allows.
 * What is shown is recorded as it is at that moment, price and tax included, and stays so. What its seller has
 * withdrawn before it was taken is passed over. Undefined when the sequence is over.
 */
export async function showOffer(services: Services, order: Purchase): Promise<CurrentOffer | undefined> {
  const now = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    await lockOrder(tx, order.id)
    const shown = await listShown(tx, order.id)
    const waiting = shown.find(isUnanswered)
    if (waiting !== undefined && isUnderWay(waiting)) return { shown: waiting, count: shown.length }
    if (!isOpenForOffers(order, now)) return undefined
    const sequence = await loadSequence(tx, order)
    // Whether it comes to that is not known yet: what was shown is not closed.
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

/** What the order's coupon takes off its next offer: what was bought with of an amount is gone. */
async function couponLeft(
  tx: Transaction<Database>,
  order: Purchase,
  shown: readonly ShownOfferRow[],
): Promise<Coupon | undefined> {
  if (order.couponCode === null) return undefined
  // After a trial its part of the full payments is no part of what the order cost.
  const subscription = await subscriptionOfOrder(tx, order)
  const ofTrial = subscription !== undefined && subscription.trialDays > 0 ? subscription.discountAmount : 0
  const taken = shown.filter(({ status }) => status !== null && (wasPaid(status) || status === 'processing'))
  const ofOrder = order.discountAmount + ofTrial
  const discountAmount = taken.reduce((sum, row) => sum + row.discountAmount, ofOrder)
  return couponForOffers(tx, { ...order, discountAmount })
}

import { NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { acceptedOfferOf } from './accepted-offers.ts'
import { UndoOver } from './errors.ts'
import { findShown } from './store.ts'

/**
 * Gives an accepted offer's money back because its buyer asks for it in time, before they open its files: all of it, once
 * however often it is asked for. One that the provider refused, or that failed later, can be asked for again.
 */
export async function undoOffer(services: Services, order: Purchase, shownId: string): Promise<void> {
  const shown = await findShown(services.db, order.id, shownId)
  const accepted = shown && acceptedOfferOf(order, shown, services.clock.now())
  if (accepted === undefined) throw new NotFound()
  if (accepted.refund !== null) return
  if (accepted.undoableUntil === null) throw new UndoOver()
  const { purchaseId } = accepted
  await refundPurchase(services, purchaseId, {
    amount: null,
    idempotencyKey: `undo-offer-${shownId}-${shown?.failedRefunds ?? 0}`,
    requestedBy: 'buyer',
    // A file may be opened at the same time: that is before this and ends it, or finds it undone.
    isStillWanted: async (tx) => (await lockPurchase(tx, purchaseId))?.begunAt === null,
  })
}

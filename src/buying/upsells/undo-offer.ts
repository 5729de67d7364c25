import { NotFound } from '#foundation/http/failures.ts'
import type { Services } from '#foundation/services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { acceptedOfferOf } from './accepted-offers.ts'
import { UndoOver } from './errors.ts'
import { findShown } from './store.ts'

/**
 * Gives an accepted offer's money back because its buyer asks for it in time: all of it, once however often it is asked
 * for. One that the provider refused, or that failed later, can be asked for again.
 */
export async function undoOffer(services: Services, order: Purchase, shownId: string): Promise<void> {
  const shown = await findShown(services.db, order.id, shownId)
  const accepted = shown && acceptedOfferOf(order, shown, services.clock.now())
  if (accepted === undefined) throw new NotFound()
  if (accepted.refund !== null) return
  if (accepted.undoableUntil === null) throw new UndoOver()
  const idempotencyKey = `${undoKey}${shownId}-${shown?.failedRefunds ?? 0}`
  await refundPurchase(services, accepted.purchaseId, { amount: null, idempotencyKey })
}

/** What the key of a refund begins with that was asked for by the buyer. */
export const undoKey = 'undo-offer-'

/** Whether a refund was asked for by the buyer, by the key that it has. */
export function isUndoKey(idempotencyKey: string): boolean {
  return idempotencyKey.startsWith(undoKey)
}

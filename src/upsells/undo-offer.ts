import type { Parts } from '#parts.ts'
import { NotFound } from '#http/failures.ts'
import type { Purchase } from '#payments/purchase.ts'
import { refundPurchase } from '#payments/refund-purchase.ts'
import { acceptedOfferOf } from './accepted-offers.ts'
import { UndoOver } from './errors.ts'
import { findShown } from './store.ts'

/**
 * Gives an accepted offer's money back because its buyer asks for it in time: all of it, once however often it is asked
 * for.
 */
export async function undoOffer(parts: Parts, order: Purchase, shownId: string): Promise<void> {
  const shown = await findShown(parts.db, order.id, shownId)
  const accepted = shown && acceptedOfferOf(order, shown, parts.clock.now())
  const purchaseId = shown?.purchaseId ?? null
  if (purchaseId === null || accepted === undefined) throw new NotFound()
  if (accepted.refund !== null) return
  if (accepted.undoableUntil === null) throw new UndoOver()
  await refundPurchase(parts, purchaseId, { amount: null, idempotencyKey: 'undo' })
}

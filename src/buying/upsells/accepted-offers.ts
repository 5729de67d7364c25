import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { type Purchase, wasPaid } from '#payments/purchases/purchase.ts'
import { found } from '#foundation/failures/failure.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import type { AcceptedOffer } from './contract.ts'
import { findShown, listShown, type ShownOfferRow } from './store.ts'
import { UndoOver } from './errors.ts'

/** How long a buyer can undo an accepted offer, in seconds. */
const undoTime = 15 * 60

export async function listAcceptedOffers(
  { db, clock }: Services,
  order: Pick<Purchase, 'id' | 'currency'>,
): Promise<AcceptedOffer[]> {
  const now = clock.now()
  return (await listShown(db, order.id)).flatMap((shown) => acceptedOfferOf(order, shown, now) ?? [])
}

/** Turns a shown offer into an accepted one, or returns undefined if it was not paid. */
export function acceptedOfferOf(
  { currency }: Pick<Purchase, 'currency'>,
  { id, purchaseId, title, total, status, paidAt, begunAt, hasFiles, returned, undone }: ShownOfferRow,
  now: Date,
): AcceptedOffer | undefined {
  if (purchaseId === null || status === null || !wasPaid(status) || paidAt === null) return undefined
  const until = secondsAfter(paidAt, undoTime)
  const isReturned = total > 0 && (returned ?? 0) >= total
  // A buyer who has opened the offer's files has received the product.
  const isUndoable = total > 0 && !isReturned && begunAt === null && now <= until
  return {
    id,
    purchaseId,
    title,
    total,
    currency,
    undoableUntil: isUndoable ? until.getTime() : null,
    endsWithOpening: isUndoable && hasFiles,
    refund: !isReturned ? null : status === 'refunded' ? 'refunded' : 'pending',
    isUndone: (undone ?? 0) > 0,
  }
}

/**
 * Refunds an accepted offer in full at the buyer's request, within the time limit and before they open its
 * files. It is refunded once, however often they ask. If Stripe rejected the refund, or it failed later, they
 * can ask again.
 */
export async function undoOffer(services: Services, order: Purchase, shownId: string): Promise<void> {
  const shown = await findShown(services.db, order.id, shownId)
  const accepted = found(shown && acceptedOfferOf(order, shown, services.clock.now()))
  if (accepted.refund !== null) return
  if (accepted.undoableUntil === null) throw new UndoOver()
  const { purchaseId } = accepted
  await refundPurchase(services, purchaseId, {
    amount: null,
    idempotencyKey: `undo-offer-${shownId}-${shown?.failedRefunds ?? 0}`,
    requestedBy: 'buyer',
    // A file may be opened at the same time. Either that comes first and prevents the refund, or the undo comes first
    // and the file does not open.
    isStillWanted: async (tx) => (await lockPurchase(tx, purchaseId))?.begunAt === null,
  })
}

import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import type { AcceptedOffer } from './contract.ts'
import { listShown, type ShownOfferRow } from './store.ts'

/** How long its buyer can undo an offer, in seconds. */
const undoTime = 15 * 60

/** The offers of an order that were paid, each with what its buyer can still do about it. */
export async function listAcceptedOffers(
  { db, clock }: Services,
  order: Pick<Purchase, 'id' | 'currency'>,
): Promise<AcceptedOffer[]> {
  const now = clock.now()
  return (await listShown(db, order.id)).flatMap((shown) => acceptedOfferOf(order, shown, now) ?? [])
}

/** A shown offer as an accepted one; undefined unless it was paid. */
export function acceptedOfferOf(
  { currency }: Pick<Purchase, 'currency'>,
  { id, purchaseId, title, total, status, paidAt, begunAt, hasFiles, returned, undone }: ShownOfferRow,
  now: Date,
): AcceptedOffer | undefined {
  if (purchaseId === null || status === null || !wasPaid(status) || paidAt === null) return undefined
  const until = secondsAfter(paidAt, undoTime)
  const isReturned = total > 0 && (returned ?? 0) >= total
  // Whoever has opened its files has had what they paid for.
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

import { inTransaction } from '#db/database.ts'
import { NotFound } from '#http/failures.ts'
import type { Parts } from '#parts.ts'
import { cancelAuthentication, checkPurchase } from '#payments/check-purchase.ts'
import { findPurchaseById } from '#payments/find-purchase.ts'
import type { Purchase } from '#payments/purchase.ts'
import { isUnanswered, isUnderWay } from './sequence.ts'
import { closeShown, findShown, lockOrder, type ShownOfferRow } from './store.ts'

/**
 * Turns an offer down. A try to pay it is closed at the provider first, so that it can't be charged after all; one that
 * has succeeded by then, or that nobody knows the end of, stays what it is and the offer is not declined.
 */
export async function declineOffer(parts: Parts, order: Purchase, shownId: string): Promise<void> {
  const shown = await findShown(parts.db, order.id, shownId)
  if (shown === undefined) throw new NotFound()
  await closeTry(parts, shown)
  await inTransaction(parts.db, async (tx) => {
    await lockOrder(tx, order.id)
    const current = await findShown(tx, order.id, shownId)
    if (current === undefined || !isUnanswered(current) || isUnderWay(current)) return
    await closeShown(tx, current.id, 'declined', parts.clock.now())
  })
}

async function closeTry(parts: Parts, { purchaseId }: ShownOfferRow): Promise<void> {
  const last = purchaseId === null ? undefined : await findPurchaseById(parts.db, purchaseId)
  if (last?.status === 'requires_action') await cancelAuthentication(parts, last, 'offer declined')
  else if (last?.status === 'failed') await checkPurchase(parts, last, 'offer declined')
}

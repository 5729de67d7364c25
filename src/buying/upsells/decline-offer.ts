import { inTransaction } from '#foundation/db/database.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { closeTry } from './close-try.ts'
import { isUnanswered, isUnderWay } from './sequence.ts'
import { closeShown, findShown, lockOrder } from './store.ts'

/**
 * Turns an offer down. A try to pay it is closed at the provider first, so that it cannot be charged after all; one that
 * has succeeded by then, or that nobody knows the end of, stays what it is and the offer is not declined.
 */
export async function declineOffer(
  services: PaymentServices,
  order: Purchase,
  shownId: string,
): Promise<void> {
  const shown = await findShown(services.db, order.id, shownId)
  if (shown === undefined) throw new NotFound()
  const last = shown.purchaseId === null ? undefined : await findPurchaseById(services.db, shown.purchaseId)
  if (last !== undefined) await closeTry(services, last, 'offer declined')
  await inTransaction(services.db, async (tx) => {
    await lockOrder(tx, order.id)
    const current = await findShown(tx, order.id, shownId)
    if (current === undefined || !isUnanswered(current) || isUnderWay(current)) return
    await closeShown(tx, current.id, 'declined', services.clock.now())
  })
}

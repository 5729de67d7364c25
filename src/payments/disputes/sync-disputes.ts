import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { recordDispute } from './record-dispute.ts'

/** Asks the provider for the disputes of a purchase, and records them; answers whether there is one. */
export async function syncDisputes(services: Services, purchaseId: string): Promise<boolean> {
  const purchase = await findPurchaseById(services.db, purchaseId)
  if (purchase === undefined || purchase.paymentIntentId === null) return false
  const { stripeAccountId: account, paymentIntentId } = purchase
  const readAt = services.clock.now()
  const found = await services.provider.listDisputesOf(account, paymentIntentId)
  for (const dispute of found) await recordDispute(services, account, dispute, readAt)
  return found.length > 0
}

import { claimDue } from '#foundation/jobs/claim-due.ts'
import { checkPurchase } from './check-purchase.ts'
import type { PaymentServices } from '../payment-services.ts'

const batch = 20

/**
 * Checks every purchase that is due: unsettled ones, abandoned authentications, failed ones whose PaymentIntent is
 * still open. One that cannot be checked now is due again in a minute. Answers how many were looked at.
 */
export async function reconcile(services: PaymentServices): Promise<number> {
  const due = await claimDue(services.db, 'purchases', services.clock.now(), batch)
  for (const purchase of due) {
    try {
      await checkPurchase(services, purchase, 'reconciler')
    } catch (error) {
      services.log.warn({ err: error, purchase: purchase.id }, 'a purchase could not be checked')
    }
  }
  return due.length
}

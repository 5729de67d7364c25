import type { PaymentParts } from './payment-parts.ts'
import { claimDue } from '#jobs/claim-due.ts'
import { checkPurchase } from './check-purchase.ts'
import { checkRefund } from './check-refund.ts'

const batch = 20

/**
 * Checks every purchase that is due: unsettled ones, abandoned authentications, failed ones whose PaymentIntent is
 * still open; and every refund that is not settled. One that can't be checked now is due again in a minute. Answers
 * how many were looked at.
 */
export async function reconcile(parts: PaymentParts): Promise<number> {
  const due = await claimDue(parts.db, 'purchases', parts.clock.now(), batch)
  for (const purchase of due) {
    try {
      await checkPurchase(parts, purchase, 'reconciler')
    } catch (error) {
      parts.log.warn({ err: error, purchase: purchase.id }, 'a purchase could not be checked')
    }
  }
  const refunds = await claimDue(parts.db, 'refunds', parts.clock.now(), batch)
  for (const refund of refunds) {
    try {
      await checkRefund(parts, refund, 'reconciler')
    } catch (error) {
      parts.log.warn({ err: error, refund: refund.id }, 'a refund could not be checked')
    }
  }
  return due.length + refunds.length
}

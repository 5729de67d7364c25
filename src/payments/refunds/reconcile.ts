import { claimDue } from '#foundation/jobs/claim-due.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { checkRefund } from './check-refund.ts'

const batch = 20

/** Checks every refund that is due and not settled. One that cannot be checked now is due again in a minute. */
export async function reconcileRefunds(parts: PaymentParts): Promise<number> {
  const refunds = await claimDue(parts.db, 'refunds', parts.clock.now(), batch)
  for (const refund of refunds) {
    try {
      await checkRefund(parts, refund, 'reconciler')
    } catch (error) {
      parts.log.warn({ err: error, refund: refund.id }, 'a refund could not be checked')
    }
  }
  return refunds.length
}

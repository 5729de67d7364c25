import { claimDue } from '#foundation/jobs/claim-due.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { syncSubscription } from './sync-subscription.ts'

const batch = 20

/**
 * Compares every subscription with the provider that is due: new ones, whose exact end is to be set; each limited one
 * daily; each other one after its renewal, should the events of it have been lost. One that cannot be compared now is due
 * again in two minutes. Answers how many were looked at.
 */
export async function checkSubscriptions(parts: PaymentParts): Promise<number> {
  const due = await claimDue(parts.db, 'subscriptions', parts.clock.now(), batch, 120)
  for (const row of due) {
    try {
      await syncSubscription(parts, row, 'reconciler')
    } catch (error) {
      parts.log.warn({ err: error, subscription: row.id }, 'a subscription could not be compared')
    }
  }
  return due.length
}

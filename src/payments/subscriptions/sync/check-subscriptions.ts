import { AccountDisconnected } from '#foundation/card-provider/errors.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { leaveDisconnected } from './leave-disconnected.ts'
import { syncSubscription } from './sync-subscription.ts'

const batch = 20

/**
 * Compares every subscription with the provider that is due: new ones, whose exact end is to be set; each limited one
 * daily; each other one after its renewal, should the events of it have been lost. One that cannot be compared now is due
 * again in two minutes, or the next day where its account is disconnected for good. Answers how many were looked at.
 */
export async function checkSubscriptions(services: PaymentServices): Promise<number> {
  const due = await claimDue(services.db, 'subscriptions', services.clock.now(), batch, 120)
  for (const row of due) {
    try {
      await syncSubscription(services, row, 'reconciler')
    } catch (error) {
      services.log.warn({ err: error, subscription: row.id }, 'a subscription could not be compared')
      if (error instanceof AccountDisconnected) await leaveDisconnected(services, row)
    }
  }
  return due.length
}

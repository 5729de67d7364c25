import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { checkRefund } from './check-refund.ts'

/** In milliseconds. */
const reconciledEvery = 5_000

export function registerRefunds({ work, eraseBuyers }: Registry, services: PaymentServices): void {
  // A note can contain its buyer's name.
  eraseBuyers(async (tx, { ids }) => {
    await tx.updateTable('refunds').set({ reason: null }).where('purchaseId', 'in', ids).execute()
  })
  work('refunds', reconciledEvery, () => reconcileRefunds(services))
}

const batch = 20

/** Checks every due pending refund. One that cannot be checked is due again in a minute. */
export async function reconcileRefunds(services: PaymentServices): Promise<number> {
  const refunds = await claimDue(services.db, 'refunds', services.clock.now(), batch)
  for (const refund of refunds) {
    try {
      await checkRefund(services, refund, 'reconciler')
    } catch (error) {
      services.log.warn({ err: error, refund: refund.id }, 'a refund could not be checked')
    }
  }
  return refunds.length
}

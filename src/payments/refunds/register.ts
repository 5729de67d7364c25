import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { returnTax } from './return-tax.ts'
import { checkRefund } from './check-refund.ts'

/** In milliseconds. */
const reconciledEvery = 5_000
const returnedEvery = 30_000

export function registerRefunds({ work, eraseBuyers }: Registry, services: PaymentServices): void {
  // The seller's note can contain the buyer's name, so it is erased too.
  eraseBuyers(async (tx, { ids }) => {
    await tx.updateTable('refunds').set({ reason: null }).where('purchaseId', 'in', ids).execute()
  })
  work('refunds', reconciledEvery, () => reconcileRefunds(services))
  work('tax-refunds', returnedEvery, () => returnTax(services))
}

const batch = 20

/** Checks every pending refund that is due. A refund that cannot be checked is due again in a minute. */
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

import { sql } from 'kysely'
import { prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { registerInvoices } from '#payments/invoices/register.ts'
import { attachPurchases } from './charge/attach-purchases.ts'
import { pruneAttempts } from './records/prune-attempts.ts'
import type { PaymentServices } from './payment-services.ts'
import { checkPurchase } from './settle/check-purchase.ts'

/** In milliseconds. */
const reconciledEvery = 5_000
const attachedEvery = 60_000

export function registerPurchases(registry: Registry, services: PaymentServices): void {
  const { work, holdSellerData } = registry
  const ownerOf = (id: string) => sql<string>`select seller_id from purchases where id = ${id}`
  holdSellerData({
    isInUse: (sellerId) => sql`exists (select from purchases where seller_id = ${sellerId})`,
    ownerOf: { sales: ownerOf, refunds: ownerOf },
  })
  registerInvoices(registry, services)
  work('old attempts', prunedEvery, () => pruneAttempts(services))
  work('customers', attachedEvery, () => attachPurchases(services))
  work('reconciler', reconciledEvery, () => reconcile(services))
}

const batch = 20

/**
 * Checks every purchase that is due: pending ones, abandoned authentications, and failed ones whose PaymentIntent is
 * still open. A purchase that cannot be checked is due again in a minute. Returns how many were due.
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

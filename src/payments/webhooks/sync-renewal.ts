import { findPurchaseOfIntent } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { syncByCustomer } from '#payments/subscriptions/find-subscription.ts'

/**
 * Records the renewal whose refund or dispute an event tells of, where that overtook the event of its payment: its
 * PaymentIntent bears no purchase's id by which it would be waited for.
 */
export async function syncRenewal(
  services: PaymentServices,
  account: string,
  paymentIntentId: string | null | undefined,
): Promise<void> {
  if (paymentIntentId === null || paymentIntentId === undefined) return
  if ((await findPurchaseOfIntent(services.db, account, paymentIntentId)) !== undefined) return
  const { purchaseId, customerId } = await services.provider.retrievePaymentIntent(account, paymentIntentId)
  if (purchaseId === undefined && customerId !== null)
    await syncByCustomer(services, account, customerId, 'webhook')
}

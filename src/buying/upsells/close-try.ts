import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { cancelAuthentication, checkPurchase } from '#payments/purchases/settle/check-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'

/**
 * Makes sure that a try to pay an offer which failed, or waits for the bank, can no longer take money; one that has
 * taken it by then is paid. Throws `ProviderUnreachable` where the provider cannot be asked: then nothing may follow.
 */
export async function closeTry(services: PaymentServices, last: Purchase, cause: string): Promise<void> {
  try {
    if (last.status === 'requires_action') await cancelAuthentication(services, last, cause)
    else if (last.status === 'failed') await checkPurchase(services, last, cause)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new ProviderUnreachable(error)
    throw error
  }
}

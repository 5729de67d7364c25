import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { cancelAuthentication, checkPurchase } from '#payments/purchases/check-purchase.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'

/**
 * Makes sure that a try to pay an offer which failed, or waits for the bank, can no longer take money; one that has
 * taken it by then is paid. Throws `ProviderUnreachable` where the provider cannot be asked: then nothing may follow.
 */
export async function closeTry(parts: PaymentParts, last: Purchase, cause: string): Promise<void> {
  try {
    if (last.status === 'requires_action') await cancelAuthentication(parts, last, cause)
    else if (last.status === 'failed') await checkPurchase(parts, last, cause)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new ProviderUnreachable(error)
    throw error
  }
}

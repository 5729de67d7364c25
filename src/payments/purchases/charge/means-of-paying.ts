import type { Means } from '#foundation/card-provider/payment-intents.ts'
import { returnUrl, type Addresses } from '../records/purchase-url.ts'
import type { Keyed } from '../records/purchase-secret.ts'
import type { Purchase } from '../purchase.ts'

/**
 * What a purchase is paid with. Only an order's buyer may be sent to their bank's own page: an offer is taken with one
 * press, and whoever presses does not expect to leave once more.
 */
export function meansOf(
  addresses: Addresses,
  purchase: Keyed & Pick<Purchase, 'formId' | 'priceId' | 'kind' | 'paymentMethodId' | 'confirmationTokenId'>,
  isCardSaved = false,
): Means {
  const { paymentMethodId, confirmationTokenId: confirmationToken, kind } = purchase
  if (confirmationToken === null) return { paymentMethodId: paymentMethodId ?? '', isCardSaved }
  return { confirmationToken, returnUrl: kind === 'order' ? returnUrl(addresses, purchase) : null }
}

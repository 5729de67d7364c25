import type { PaymentIntent } from '#card-provider/payment-intents.ts'
import type { Purchase } from './purchase.ts'
import type { BookDifference } from './store.ts'

/** An invoice's fee is the provider's own percentage of it, and how it rounds is not documented. In minor units. */
const invoiceRounding = 1

/** Set where the provider took another fee for us than was agreed, in minor units. */
export function feeDifference(
  { id: purchaseId, stripeAccountId, currency }: Purchase,
  intent: Pick<PaymentIntent, 'id' | 'applicationFeeAmount' | 'purchaseId'>,
  agreed: number,
): BookDifference | undefined {
  // Only the PaymentIntent of an invoice does not bear its purchase.
  const tolerance = intent.purchaseId === undefined ? invoiceRounding : 0
  if (Math.abs(intent.applicationFeeAmount - agreed) <= tolerance) return undefined
  return {
    kind: 'fee_differs',
    stripeAccountId,
    paymentIntentId: intent.id,
    purchaseId,
    details: {
      purchase: { total: agreed, currency },
      charge: { amount: intent.applicationFeeAmount, currency },
    },
  }
}

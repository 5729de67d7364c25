import type { Alongside } from '#foundation/db/database.ts'
import { findPurchaseById } from '../records/find-purchase.ts'
import { isForeign, recordOtherAmount } from './other-amount.ts'
import type { PaymentServices } from '../payment-services.ts'
import { wasPaid } from '../purchase.ts'
import { outcomeOf } from './outcome.ts'
import { settlePurchase } from './settle-purchase.ts'

/**
 * Settles the purchase that a PaymentIntent's event tells of. The PaymentIntent is read afresh: the event may be old,
 * early or double. A PaymentIntent without a purchase's id was not made by us and is left alone, and one for another amount
 * changes nothing. Answers whether the
 * purchase is known. One that another PaymentIntent has paid is looked at all the same: it may be a second charge. `alongside` happens in the transaction in which the purchase changes, if it does.
 */
export async function settleByEvent(
  services: PaymentServices,
  account: string,
  paymentIntentId: string,
  purchaseId: string | undefined,
  alongside: Alongside,
): Promise<boolean> {
  if (purchaseId === undefined) return true
  const purchase = await findPurchaseById(services.db, purchaseId)
  if (purchase === undefined || purchase.stripeAccountId !== account) return false
  if (wasPaid(purchase.status) && purchase.paymentIntentId === paymentIntentId) return true
  const intent = await services.provider.retrievePaymentIntent(account, paymentIntentId)
  if (isForeign(purchase, intent)) await recordOtherAmount(services, purchase, intent, 'webhook', alongside)
  else await settlePurchase(services, purchase, outcomeOf(intent), 'webhook', { alongside })
  return true
}

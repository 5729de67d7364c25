import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '../payment-services.ts'
import { cancelAuthentication, checkPurchase } from './check-purchase.ts'

/**
 * Counts an event that a purchase's intent was not paid, if a browser has the intent's secret: it can try card after
 * card with it, without calling us. After the last one allowed for the order, or for its network, the intent is closed.
 * Failures of our own requests are counted when their response arrives.
 */
export async function countFailedTry(
  services: PaymentServices,
  account: string,
  purchaseId: string | undefined,
  intentId: string,
): Promise<void> {
  const purchase = await findPurchaseById(services.db, purchaseId ?? '')
  if (purchase?.stripeAccountId !== account || purchase.paymentIntentId !== intentId) return
  if (!(await hadSecret(services.db, purchase.id))) return
  const { id, formId, sellerId, orderId, network } = purchase
  const target = { formId, sellerId, orderId: orderId ?? id }
  if (!(await services.guard.countReported(target, network))) return
  if (purchase.status === 'failed') await checkPurchase(services, purchase, 'webhook: declines')
  else await cancelAuthentication(services, purchase, 'webhook: declines')
}

/**
 * Whether a browser was sent the secret for its bank. A payment that a bank had for days does not count as a
 * tried card.
 */
async function hadSecret(db: Kysely<Database>, purchaseId: string): Promise<boolean> {
  const history = await db
    .selectFrom('purchaseTransitions')
    .select('status')
    .where('purchaseId', '=', purchaseId)
    .where('event', 'is', null)
    .execute()
  const statuses = history.map(({ status }) => status)
  return statuses.includes('requires_action') && !statuses.includes('processing')
}

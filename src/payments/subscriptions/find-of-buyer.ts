import { NotFound } from '#foundation/failures/failure.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { type Purchase, openedBy } from '#payments/purchases/purchase.ts'
import { begunSubscriptionOf } from './begin/begin-subscription.ts'
import type { Subscription } from './store.ts'

/** Whose a request says that a subscription is: its order, with the secret that only its buyer has, and from where they ask. */
export type Claimed = { readonly id: string; readonly secret: string; readonly address: string }

/** A subscription that its own buyer asks for; throws as `openedBy` does, and `NotFound` where there is none. */
export async function findOfBuyer(
  { db }: Pick<PaymentServices, 'db'>,
  authSecret: string,
  limiter: Limiter,
  { id, secret, address }: Claimed,
): Promise<{ readonly row: Subscription; readonly order: Purchase }> {
  await limiter.take([{ rule: 'subscriptionFromAddress', subject: clientNetwork(address) }])
  const order = openedBy(authSecret, await findPurchaseById(db, id), secret)
  const row = await begunSubscriptionOf(db, order)
  if (row === undefined) throw new NotFound()
  return { row, order }
}

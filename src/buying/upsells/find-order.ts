import { NotFound } from '#foundation/http/errors.ts'
import type { Services } from '#foundation/services.ts'
import { findPurchaseById } from '#payments/purchases/find-purchase.ts'
import { isPurchaseSecret } from '#payments/purchases/purchase-secret.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'

/** An order that its own buyer asks for; whatever does not fit cannot be found. */
export async function findOrder(
  { db }: Pick<Services, 'db'>,
  authSecret: string,
  id: string,
  secret: string,
): Promise<Purchase> {
  const order = await findPurchaseById(db, id)
  const isOwn = order?.kind === 'order' && isPurchaseSecret(authSecret, order.id, secret)
  if (order === undefined || !isOwn) throw new NotFound()
  return order
}

import { NotFound } from '#http/failures.ts'
import type { Parts } from '#parts.ts'
import { findPurchaseById } from '#payments/find-purchase.ts'
import type { Purchase } from '#payments/purchase.ts'
import { isPurchaseSecret } from '#payments/purchase-secret.ts'

/** An order that its own buyer asks for; whatever does not fit can not be found. */
export async function findOrder(
  { db }: Pick<Parts, 'db'>,
  authSecret: string,
  id: string,
  secret: string,
): Promise<Purchase> {
  const order = await findPurchaseById(db, id)
  const isOwn = order?.kind === 'order' && isPurchaseSecret(authSecret, order.id, secret)
  if (order === undefined || !isOwn) throw new NotFound()
  return order
}

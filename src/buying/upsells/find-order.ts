import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { type Purchase, openedBy } from '#payments/purchases/purchase.ts'

/**
 * Finds the order with this id and secret. Everything that does not match counts as not found. Throws like
 * `openedBy`.
 */
export async function findOrder(
  { db }: Pick<Services, 'db'>,
  authSecret: string,
  id: string,
  secret: string,
): Promise<Purchase> {
  const order = await findPurchaseById(db, id)
  return openedBy(authSecret, order?.kind === 'order' ? order : undefined, secret)
}

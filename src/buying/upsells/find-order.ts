import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { type Purchase, openedBy } from '#payments/purchases/purchase.ts'

/** Anything that does not match is not found. Throws like `openedBy`. */
export async function findOrder(
  { db }: Pick<Services, 'db'>,
  authSecret: string,
  id: string,
  secret: string,
): Promise<Purchase> {
  const order = await findPurchaseById(db, id)
  return openedBy(authSecret, order?.kind === 'order' ? order : undefined, secret)
}

import type { Keyed } from '#payments/purchases/purchase.ts'
import type { Receipt } from '../store.ts'

/** The order that a purchase belongs to, or is, with the generation of that one's key. */
export function orderOf({
  id,
  orderId,
  orderKeyGeneration,
}: Pick<Receipt, 'id' | 'orderId' | 'orderKeyGeneration'>): Keyed {
  return { id: orderId ?? id, keyGeneration: orderKeyGeneration }
}

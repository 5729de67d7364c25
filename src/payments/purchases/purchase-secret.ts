import { createHmac, timingSafeEqual } from 'node:crypto'

/** The secret that opens a purchase to its buyer: made from the purchase's id, never stored. */
export function purchaseSecret(secret: string, purchaseId: string): string {
  return createHmac('sha256', secret).update(`purchase:${purchaseId}`).digest('base64url')
}

export function isPurchaseSecret(secret: string, purchaseId: string, given: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(purchaseSecret(secret, purchaseId))]
  return a.length === b.length && timingSafeEqual(a, b)
}

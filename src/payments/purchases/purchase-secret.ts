import { isSignature, signatureOf } from '#foundation/signature.ts'

/** The secret that opens a purchase to its buyer: made from the purchase's id, never stored. */
export function purchaseSecret(secret: string, purchaseId: string): string {
  return signatureOf(secret, `purchase:${purchaseId}`)
}

/** Whether `given` is the secret of the purchase, in a time that tells nothing of how much of it is right. */
export function isPurchaseSecret(secret: string, purchaseId: string, given: string): boolean {
  return isSignature(secret, `purchase:${purchaseId}`, given)
}

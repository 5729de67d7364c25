import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Proof that we made something, impossible without the secret. A text begins with its purpose, so its signature is
 * worth nothing elsewhere. Links in emails contain these: changing one invalidates them all.
 */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Compared in constant time. */
export function isSignature(secret: string, text: string, given: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(signatureOf(secret, text))]
  return a.length === b.length && timingSafeEqual(a, b)
}

import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A signature proves that we made something, because no one can make it without the secret. The signed text begins with
 * its purpose, so that a signature is not valid elsewhere. Links in emails contain these signatures, so changing one
 * invalidates them all.
 */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** The signatures are compared in constant time. */
export function isSignature(secret: string, text: string, given: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(signatureOf(secret, text))]
  return a.length === b.length && timingSafeEqual(a, b)
}

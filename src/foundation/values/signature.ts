import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Proof that we have made something, which nobody else can make without the secret. A text begins with what it is for, so
 * that its signature is worth nothing elsewhere. Links in mails hold these: a change of one ends them all.
 */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Compared in the same time wherever it differs. */
export function isSignature(secret: string, text: string, given: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(signatureOf(secret, text))]
  return a.length === b.length && timingSafeEqual(a, b)
}

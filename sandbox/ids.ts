import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id in Stripe's format: a prefix and 24 letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}

export function randomText(length: number): string {
  let text = ''
  for (const byte of randomBytes(length)) text += alphabet[byte % alphabet.length]
  return text
}

/** The client secret of a PaymentIntent or SetupIntent: its id and an unguessable part. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`
}

import { createHmac, randomBytes } from 'node:crypto'

/** The prefix of a secret in the form that sellers see (Standard Webhooks). */
const prefix = 'whsec_'
/** Bytes. */
const length = 32

export function newSecret(): Buffer {
  return randomBytes(length)
}

/** The secret in the form the seller copies. */
export function secretText(secret: Uint8Array): string {
  return prefix + Buffer.from(secret).toString('base64')
}

/**
 * The headers that prove that a message is ours, with one signature per secret. The receiver accepts any of them.
 * `at` is signed too, so that an old message cannot be sent again. (https://www.standardwebhooks.com)
 */
export function signedHeaders(
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${signature}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

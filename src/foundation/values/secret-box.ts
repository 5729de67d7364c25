import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export type SecretBox = {
  readonly close: (secret: Uint8Array, owner: string) => string
  /** The decrypted secret, or undefined if it was encrypted with another key or for another owner. */
  readonly open: (closed: string, owner: string) => Buffer | undefined
}

/** Encrypts values that the database stores but must not reveal (AES-256-GCM), bound to their purpose and owner. */
export function createSecretBox(authSecret: string, purpose: string): SecretBox {
  const key = createHmac('sha256', authSecret).update(purpose).digest()
  return {
    close(secret, owner) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },

    open(closed, owner) {
      const bytes = Buffer.from(closed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      try {
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

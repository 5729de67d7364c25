import type { Defaulted, View } from '../driver/column-types.ts'

/** What a seller's program signs in with. It is deleted along with its maker's membership. */
export type ApiKeysTable = {
  id: string
  sellerId: string
  /** Its maker, whose rights limit it. */
  userId: string
  name: string
  /** The beginning of the key, by which people recognize it. */
  prefix: string
  /** The SHA-256 of the key, which itself is stored nowhere. */
  hash: string
  scopes: string[]
  createdAt: Date
  /** Null: never. */
  expiresAt: Date | null
  /** To the minute. */
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export type ApiKeysView = View<
  ApiKeysTable,
  'id' | 'sellerId' | 'userId' | 'hash' | 'scopes' | 'expiresAt' | 'lastUsedAt' | 'revokedAt'
>

/** A write by key and its `Idempotency-Key`, for a day. */
export type ApiRequestsTable = {
  keyId: string
  idempotencyKey: string
  /** The hash of what was asked. */
  fingerprint: string
  beganAt: Date
  /** Until then the process that works on it is taken to be alive. */
  leasedUntil: Date
  /** It has committed something. */
  hasActed: Defaulted<boolean>
  /** Null until it is answered. */
  status: number | null
  body: string | null
}

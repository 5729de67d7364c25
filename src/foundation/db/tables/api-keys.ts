import type { Defaulted, View } from '../driver/column-types.ts'

/**
 * The key with which a seller's program signs in. It is deleted together with the membership of the member who made it.
 */
export type ApiKeysTable = {
  id: string
  sellerId: string
  /** The member who made the key, whose rights limit it. */
  userId: string
  name: string
  /** The beginning of the key, by which people recognize it. */
  prefix: string
  /** The SHA-256 of the key. The key itself is stored nowhere. */
  hash: string
  scopes: string[]
  createdAt: Date
  /** Null: never. */
  expiresAt: Date | null
  /** To the minute. */
  lastUsedAt: Date | null
  revokedAt: Date | null
  /** When the key was paused, because it was suddenly used from many networks. */
  pausedAt: Date | null
}

export type ApiKeysView = View<
  ApiKeysTable,
  'id' | 'sellerId' | 'userId' | 'hash' | 'scopes' | 'expiresAt' | 'lastUsedAt' | 'revokedAt' | 'pausedAt'
>

/** A write request with an API key and an `Idempotency-Key`, stored for a day. */
export type ApiRequestsTable = {
  keyId: string
  idempotencyKey: string
  /** A hash of what was requested. */
  fingerprint: string
  beganAt: Date
  /** The time until which the process that handles the request is assumed to be alive. */
  leasedUntil: Date
  /** Whether the request has committed something. */
  hasActed: Defaulted<boolean>
  /** The status of the response, or null until there is one. */
  status: number | null
  body: string | null
}

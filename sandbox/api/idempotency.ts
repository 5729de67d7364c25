import { createHash } from 'node:crypto'
import type { IdempotencyRecord } from '#events/records.ts'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { ApiError, invalidRequest } from './errors.ts'

const retention = 24 * 3600

/** One response per account and key, stored only for requests that began to execute. */
export type IdempotencyKeys = {
  /** Claims the key for a request that is about to run, or returns the response to repeat. */
  readonly claim: (account: string, key: string, fingerprint: string) => IdempotencyRecord | undefined
  /** Saves the response in the same transaction as the effects. */
  readonly save: (account: string, key: string, answer: Omit<IdempotencyRecord, 'id' | 'created'>) => void
  /** Frees the key after the request, stored or not. */
  readonly release: (account: string, key: string) => void
}

export function createIdempotencyKeys({ store, clock }: World): IdempotencyKeys {
  const running = new Set<string>()
  return {
    claim(account, key, fingerprint) {
      const id = `${account} ${key}`
      if (running.has(id)) throw keyInUse(key)
      const stored = store.idempotencyKeys.get(id)
      if (stored !== undefined && stored.created + retention > clock.now()) {
        if (stored.fingerprint !== fingerprint) throw keyReused(key)
        return stored
      }
      running.add(id)
      return undefined
    },
    save(account, key, answer) {
      store.idempotencyKeys.put({ id: `${account} ${key}`, created: clock.now(), ...answer })
    },
    release: (account, key) => running.delete(`${account} ${key}`),
  }
}

export function checkKey(key: string): void {
  if (key.length > 255) {
    throw invalidRequest('Idempotency key must be 255 characters or fewer.', {
      code: 'idempotency_key_invalid',
    })
  }
}

export function fingerprintOf(method: string, path: string, params: JsonObject): string {
  return createHash('sha256')
    .update(`${method} ${path} ${canonical(params)}`)
    .digest('base64url')
}

/** Sorts the parameters, because their order does not make a different request. */
function canonical(params: JsonObject): string {
  return JSON.stringify(params, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key} (that probably means you submitted twice, and the other request is still going through). Please try again later.`,
  })
}

function keyReused(key: string): ApiError {
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same endpoint and parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

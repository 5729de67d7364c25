import { LRUCache } from 'lru-cache'

type Bounds<Key, Value> = {
  /** The total size limit; the least recently used entries go first. */
  readonly bytes: number
  /** An entry's maximum age, in milliseconds; unset: as long as there is room. */
  readonly lifetime?: number
  /** Called for each evicted entry. */
  readonly onDrop?: (value: Value, key: Key) => void
}

/**
 * Every in-memory cache is one of these: when strangers or sellers decide how large an entry is, a count says nothing
 * of memory. Each entry has a size; one larger than the limit is not stored.
 */
export function boundedCache<Key extends object | string, Value extends object | string | number>({
  bytes,
  lifetime,
  onDrop,
}: Bounds<Key, Value>): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({
    maxSize: bytes,
    ...(lifetime !== undefined && { ttl: lifetime, ttlAutopurge: true }),
    ...(onDrop !== undefined && { dispose: onDrop }),
  })
}

/** The approximate bytes of a plain value: its texts and numbers, and their containers. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return 32 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 64
  const parts: unknown[] = value instanceof Map ? [...value].flat() : Object.values(value)
  for (const part of parts) size += 8 + roughSize(part)
  return size
}

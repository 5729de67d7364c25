import { LRUCache } from 'lru-cache'

type Bounds<Key, Value> = {
  /** The limit for the total size. The least recently used entries are dropped first. */
  readonly bytes: number
  /** The maximum age of an entry in milliseconds. If unset, it stays as long as there is room. */
  readonly lifetime?: number
  /** Called for each entry that is dropped. */
  readonly onDrop?: (value: Value, key: Key) => void
}

/**
 * Every in-memory cache is one of these. Strangers or sellers can decide how large an entry is, so the number of
 * entries says nothing about memory. Each entry has a size, and one larger than the limit is not stored.
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

/** The approximate number of bytes in a plain value: its texts and numbers, and the objects and lists around them. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return 32 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 64
  const parts: unknown[] = value instanceof Map ? [...value].flat() : Object.values(value)
  for (const part of parts) size += 8 + roughSize(part)
  return size
}

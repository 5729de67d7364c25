import { LRUCache } from 'lru-cache'

type Bounds<Key, Value> = {
  /** What all that is kept may take together; what was used longest ago goes first. */
  readonly bytes: number
  /** How long a thing is kept at most, in milliseconds; unset: as long as there is room. */
  readonly lifetime?: number
  /** Told of each thing that is kept no longer. */
  readonly onDrop?: (value: Value, key: Key) => void
}

/**
 * Whatever is kept in memory for later is kept in one of these: how many things there are says nothing of what they take,
 * where strangers or sellers decide how large one is. Each is put in with its size; one that is larger than the whole is
 * not kept.
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

/** About how many bytes a value takes, as plain data: its texts and numbers, and what holds them together. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return 32 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 64
  const parts: unknown[] = value instanceof Map ? [...value].flat() : Object.values(value)
  for (const part of parts) size += 8 + roughSize(part)
  return size
}

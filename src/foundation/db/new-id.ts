import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes are fetched for many ids together, because fetching 16 bytes takes as long as fetching thousands. */
const idsAtOnce = 256
const bytesOfId = 16
const random = Buffer.alloc(idsAtOnce * bytesOfId)
let used = random.length
let latest = { msecs: Number.NEGATIVE_INFINITY, seq: 0 }

/**
 * Makes the id of a new row. Ids are ordered by time, even within a millisecond, so that lists can sort by them and
 * indexes grow at the end.
 */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = random.subarray(used, (used += bytesOfId))
  const now = Date.now()
  // The counter starts in its lower half, so that it has room for all ids of a millisecond (RFC 9562, 6.2, method 1).
  latest =
    now > latest.msecs ? { msecs: now, seq: bytes.readUInt32BE(6) >>> 1 } : { ...latest, seq: latest.seq + 1 }
  return v7({ ...latest, random: bytes })
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether an id in a path can be a row's id. Any other text is "not found", like the id of another seller's row. */
export function isId(value: string): boolean {
  return uuidShape.test(value)
}

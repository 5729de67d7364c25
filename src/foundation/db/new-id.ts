import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes are fetched for many ids: 16 take as long as thousands. */
const idsAtOnce = 256
const bytesOfId = 16
const random = Buffer.alloc(idsAtOnce * bytesOfId)
let used = random.length
let latest = { msecs: Number.NEGATIVE_INFINITY, seq: 0 }

/** A new row's id: time-ordered, even within a millisecond, so lists sort and indexes grow by it. */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = random.subarray(used, (used += bytesOfId))
  const now = Date.now()
  // A counter starting in its lower half has room for a millisecond's ids. (RFC 9562, 6.2, method 1)
  latest =
    now > latest.msecs ? { msecs: now, seq: bytes.readUInt32BE(6) >>> 1 } : { ...latest, seq: latest.seq + 1 }
  return v7({ ...latest, random: bytes })
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a path's id can be a row's id at all; any other is "not found", like another seller's. */
export function isId(value: string): boolean {
  return uuidShape.test(value)
}
